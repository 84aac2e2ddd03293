import type { WallTime } from '../../schema/time.ts';
import { classOf, fires, type Schedule } from '../time/index.ts';
import { count } from './list-words.ts';
import { perKey } from './per-key.ts';
import type { Rule, RuleJob } from './rule.ts';
import { timingPointer } from './timing-pointer.ts';
import { datedWalls, sayOfWalls } from './wall-words.ts';

/**
 * No job that names its hours runs twice in the hour that comes twice.
 *
 * `fold: both` is a legal answer, and on one night a year it sends the statement twice. A schedule that
 * fires in every hour is not meant: it keeps its rhythm through both passes.
 */
export const foldDoublesFire: Rule = {
  name: 'fold-doubles-fire',
  severity: 'warning',
  title: 'a fire comes twice where its wall time does',
  *check({ jobs, changes }) {
    const repeated = perKey((schedule: Schedule) => {
      const walls: WallTime[] = [];
      for (const { kind, from, until, at } of changes(schedule)) {
        if (kind !== 'fold' || at === undefined) continue;
        // The first pass ends at the transition, and the second begins there.
        const { nominal } = fires(schedule, at - (until - from), at + (until - from));
        const seen = new Set<WallTime>();
        for (const wall of nominal) {
          if (seen.has(wall)) walls.push(wall);
          seen.add(wall);
        }
      }
      return walls;
    });
    for (const job of jobs) {
      const { timing } = job.meaning.schedule;
      if (!('fold' in timing) || timing.fold !== 'both' || timing.zone === undefined) continue;
      const walls = repeated(job.schedule).filter((wall) => isFixed(job, wall));
      if (walls.length === 0) continue;
      const said = sayOfWalls(datedWalls(walls), ['occurs twice', 'occur twice'], timing.zone);
      yield {
        document: job.document,
        pointer: timingPointer(timing),
        message: `${said}: \`fold: both\` fires ${count(walls.length, 'time')} more`,
        help: '`fold: first` or `fold: second` fires once; or fire at an hour that comes once',
      };
    }
  },
};

/** Whether an expression that names its hours gives this clock time, or a list of wall times does. */
function isFixed({ expressions, meaning }: RuleJob, wall: WallTime): boolean {
  if (meaning.schedule.timing.kind !== 'cron') return true;
  const [hour, minute] = [Math.floor(wall / 3600) % 24, Math.floor(wall / 60) % 60];
  return expressions.some(
    ({ cron }) => classOf(cron) === 'fixed' && cron.hours.includes(hour) && cron.minutes.includes(minute),
  );
}
