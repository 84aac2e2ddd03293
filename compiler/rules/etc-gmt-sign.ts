import type { JobSpec } from '../../schema/index.ts';
import { formatDuration } from '../manifest/index.ts';
import type { Rule } from './rule.ts';

/**
 * A zone of the `Etc/GMT` family is meant as it counts.
 *
 * Its sign is that of POSIX and the reverse of everybody's: `Etc/GMT-8` is eight hours ahead of UTC. Half of
 * those who write it mean the other side of the world, and none of these zones has summer time.
 */
export const etcGmtSign: Rule = {
  name: 'etc-gmt-sign',
  severity: 'warning',
  title: 'the sign of an `Etc/GMT` zone is the reverse of what it looks like',
  *check({ jobs }) {
    for (const { document } of jobs) {
      const { zone } = (document.value as { spec: JobSpec }).spec.schedule;
      const [, sign, hours] = /^Etc\/GMT([+-])([1-9]\d?)$/.exec(zone ?? '') ?? [];
      if (!sign) continue;
      const [side, utc] = sign === '-' ? ['ahead of', '+'] : ['behind', '-'];
      yield {
        document,
        pointer: '/spec/schedule/zone',
        message: `\`${zone}\` is ${formatDuration(Number(hours) * 3600)} ${side} UTC (UTC${utc}${hours}), the reverse of its sign`,
        help: 'write the place, such as `Asia/Taipei`, which says what is meant and knows of summer time',
      };
    }
  },
};
