import type { JobSpec } from '../../schema/index.ts';
import { resolveZone } from '../time/index.ts';
import { perKey } from './per-key.ts';
import type { Rule } from './rule.ts';

/**
 * A zone is written by its present name.
 *
 * `US/Central` and `Asia/Calcutta` are links that some systems drop; two names for one zone make readers
 * look for a difference. UTC goes by many names, and none of them misleads.
 */
export const zoneAlias: Rule = {
  name: 'zone-alias',
  severity: 'warning',
  title: 'a zone is written by an old or other name',
  *check({ jobs }) {
    const resolved = perKey(resolveZone);
    for (const { document } of jobs) {
      const { zone } = (document.value as { spec: JobSpec }).spec.schedule;
      const found = zone === undefined ? undefined : resolved(zone);
      if (found?.kind !== 'zone' || !found.alias || found.zone === 'UTC') continue;
      yield {
        document,
        pointer: '/spec/schedule/zone',
        message: `\`${zone}\` is another name of \`${found.zone}\``,
        help: `write \`${found.zone}\`; the fires stay the same`,
      };
    }
  },
};
