import type { WallTime } from '../../schema/time.ts';
import { fires, type Schedule } from '../time/index.ts';
import { perKey } from './per-key.ts';
import type { Rule } from './rule.ts';
import { timingPointer } from './timing-pointer.ts';
import { datedWalls, sayOfWalls } from './wall-words.ts';

const day = 86_400;

/**
 * No job fires at a midnight that does not exist.
 *
 * In Cairo, Beirut, Santiago, Havana and others the clocks go forward at midnight: the day begins at 01:00.
 * `shift` and `next` keep the fire, and a run that takes its date from the clock, or asks for 00:00 of its
 * day, goes wrong on that day alone.
 */
export const midnightGap: Rule = {
  name: 'midnight-gap',
  severity: 'warning',
  title: 'a fire stands in a gap that takes midnight away',
  *check({ jobs, changes }) {
    const inGap = perKey((schedule: Schedule) => {
      const walls: WallTime[] = [];
      for (const { kind, from, until, at } of changes(schedule)) {
        if (kind !== 'gap' || at === undefined || Math.floor((until - 1) / day) * day < from) continue;
        // A shifted fire stands within the gap's length behind the transition.
        for (const wall of fires(schedule, at, at + (until - from)).nominal) {
          if (wall >= from && wall < until) walls.push(wall);
        }
      }
      return walls;
    });
    for (const { document, meaning, schedule } of jobs) {
      const { timing } = meaning.schedule;
      // Left out altogether, the fire is what `gap-loses-fire` tells of.
      if (!('gap' in timing) || timing.gap === 'skip' || timing.zone === undefined) continue;
      const walls = inGap(schedule);
      if (walls.length === 0) continue;
      const said = sayOfWalls(datedWalls(walls), ['does not exist', 'do not exist'], timing.zone);
      yield {
        document,
        pointer: timingPointer(timing),
        message: `${said}, where the clocks go forward at midnight: \`gap: ${timing.gap}\` fires later`,
        help: 'fire at an hour that always exists, such as 01:30; or let the run take its date from the nominal time and not from the clock',
      };
    }
  },
};
