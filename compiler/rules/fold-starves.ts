import type { Instant, Seconds } from '../../schema/time.ts';
import { formatDuration, formatWall } from '../manifest/index.ts';
import { fires, type Schedule, wallOf } from '../time/index.ts';
import { perKey } from './per-key.ts';
import type { Rule } from './rule.ts';
import { timingPointer } from './timing-pointer.ts';

interface Silence {
  /** The fires around it. */
  readonly from: Instant;
  readonly until: Instant;
  /** How far apart their wall times are. */
  readonly usual: Seconds;
}

/**
 * A schedule that fires every few minutes does not fall silent while the clocks go back.
 *
 * One that leaves an hour of the day out (say every 5 minutes from 0 to 22 h) names its hours, so that the
 * hour that comes twice has its fires once, and the other pass has none. Whoever wrote it thought of a
 * rhythm.
 */
export const foldStarves: Rule = {
  name: 'fold-starves',
  severity: 'warning',
  title: 'a frequent schedule is silent for one pass of the hour that comes twice',
  *check({ jobs, changes }) {
    const silence = perKey((schedule: Schedule): Silence | undefined => {
      for (const { kind, from, until, at } of changes(schedule)) {
        if (kind !== 'fold' || at === undefined) continue;
        const length = until - from;
        const { scheduled, nominal, count } = fires(schedule, at - 2 * length, at + 2 * length);
        for (let i = 1; i < count; i++) {
          const usual = nominal[i]! - nominal[i - 1]!;
          const elapsed = scheduled[i]! - scheduled[i - 1]!;
          if (usual > 0 && elapsed > usual && elapsed >= 2 * usual) {
            return { from: scheduled[i - 1]!, until: scheduled[i]!, usual };
          }
        }
      }
      return undefined;
    });
    for (const { document, meaning, schedule } of jobs) {
      const { timing } = meaning.schedule;
      if (timing.kind !== 'cron') continue;
      const found = silence(schedule);
      if (!found) continue;
      const { from, until, usual } = found;
      yield {
        document,
        pointer: timingPointer(timing),
        message: `the clocks go back in ${timing.zone}, and after ${formatWall(wallOf(schedule.table, from))} the job is silent for ${formatDuration(until - from)}, where it fires every ${formatDuration(usual)} otherwise`,
        help: 'let the hour field give every hour (`*`), or use `every`: both keep their rhythm; `fold: both` fires in both passes',
      };
    }
  },
};
