import type { WallTime } from '../../schema/time.ts';
import { omissions, type Schedule } from '../time/index.ts';
import { count } from './list-words.ts';
import { perKey } from './per-key.ts';
import type { Rule } from './rule.ts';
import { timingPointer } from './timing-pointer.ts';
import { datedWalls, sayOfWalls } from './wall-words.ts';

/**
 * No fire is lost because its wall time does not exist.
 *
 * `gap: skip` is a legal answer, and on one night a year it means that a run which everybody counts on does
 * not happen. Whoever wrote it for another job of the same policy should hear the date.
 */
export const gapLosesFire: Rule = {
  name: 'gap-loses-fire',
  severity: 'warning',
  title: 'a fire is left out where its wall time does not exist',
  *check({ jobs, changes }) {
    const lost = perKey((schedule: Schedule) => {
      const walls: WallTime[] = [];
      for (const { kind, at } of changes(schedule)) {
        if (kind !== 'gap' || at === undefined) continue;
        for (const omission of omissions(schedule, at, at + 1)) {
          if (omission.cause === 'dst.gap') walls.push(omission.nominal);
        }
      }
      return walls;
    });
    for (const { document, meaning, schedule } of jobs) {
      const { timing } = meaning.schedule;
      if (!('gap' in timing) || timing.gap !== 'skip' || timing.zone === undefined) continue;
      const walls = lost(schedule);
      if (walls.length === 0) continue;
      const said = sayOfWalls(datedWalls(walls), ['does not exist', 'do not exist'], timing.zone);
      yield {
        document,
        pointer: timingPointer(timing),
        message: `${said}: \`gap: skip\` leaves out ${count(walls.length, 'fire')}`,
        help: '`gap: shift` fires later by the length of the gap, `gap: next` at its end; or fire at an hour that always exists',
      };
    }
  },
};
