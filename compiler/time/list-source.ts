import type { AtTiming } from '../../schema/manifest.ts';
import type { Instant, WallTime, ZoneTable } from '../../schema/time.ts';
import { type CalendarRule, movedDate, takenBy } from './calendar-rule.ts';
import { DAY, dayOf } from './civil-date.ts';
import { wallOf } from './offset-at.ts';
import { type DstAnswers, instantsOfTaken, movedToOf, type Placement, placeWall } from './place-wall.ts';
import type { Fires, Omission } from './schedule.ts';

/** Fires at listed times: few enough to be worked out beforehand. */
export interface ListSource {
  readonly kind: 'list';
  readonly fires: Fires;
  readonly omissions: readonly Omission[];
}

/** A listed time: a wall time, or an exact instant with what the clock shows then. */
interface Entry {
  readonly nominal: WallTime;
  readonly instant?: Instant;
}

/**
 * Works out all fires of listed times, by the same rules as those of expressions: calendars first, which see nominal
 * dates, then gap and fold. Throws where wall times come without their answers.
 */
export function listSourceOf(
  timing: AtTiming,
  table: ZoneTable,
  calendar: CalendarRule | undefined,
): ListSource {
  const answers = answersOf(timing);
  const entries: Entry[] = [
    ...timing.walls.map((nominal) => ({ nominal })),
    ...timing.instants.map((instant) => ({ nominal: wallOf(table, instant), instant })),
  ];
  const dates = new Set(entries.map(({ nominal }) => dayOf(nominal)));
  const placed: { at: Instant; nominal: WallTime }[] = [];
  const omissions: Omission[] = [];

  for (const entry of entries) {
    const { nominal } = entry;
    const date = dayOf(nominal);
    const taker = calendar === undefined ? undefined : takenBy(calendar, date);
    if (calendar === undefined || taker === undefined) {
      for (const placement of placesOf(entry)) {
        if (placement.kind === 'fire') placed.push({ at: placement.at, nominal });
        else omissions.push({ at: placement.at, nominal, cause: placement.cause });
      }
      continue;
    }
    const target = movedDate(calendar, date);
    const moved = target === undefined || dates.has(target) ? undefined : nominal + (target - date) * DAY;
    const movedFires = moved === undefined ? [] : placesOfMoved(entry, moved);
    for (const at of instantsOfTaken(placesOf(entry))) {
      omissions.push({ at, nominal, cause: 'calendar', calendar: taker, ...movedToOf(movedFires) });
    }
    for (const placement of movedFires) {
      if (placement.kind === 'fire') placed.push({ at: placement.at, nominal: moved! });
      else omissions.push({ at: placement.at, nominal: moved!, cause: placement.cause });
    }
  }

  placed.sort((a, b) => a.at - b.at || a.nominal - b.nominal);
  const fires: typeof placed = [];
  for (const place of placed) {
    const last = fires.at(-1);
    if (last?.at !== place.at) fires.push(place);
    else if (last.nominal !== place.nominal) omissions.push({ ...place, cause: 'dst.merged' });
  }
  return {
    kind: 'list',
    fires: {
      count: fires.length,
      scheduled: Float64Array.from(fires, ({ at }) => at),
      nominal: Float64Array.from(fires, ({ nominal }) => nominal),
    },
    omissions,
  };

  function placesOf({ nominal, instant }: Entry): Placement[] {
    return instant === undefined ? placeWall(table, nominal, answers) : [{ kind: 'fire', at: instant }];
  }

  // An instant that a calendar moves keeps its reading of the clock, and fires whenever the clock shows it.
  function placesOfMoved({ instant }: Entry, moved: WallTime): Placement[] {
    return placeWall(table, moved, instant === undefined ? answers : undefined);
  }
}

function answersOf({ walls, gap, fold }: AtTiming): DstAnswers | undefined {
  if (walls.length === 0) return undefined;
  if (gap === undefined || fold === undefined)
    throw new Error('listed wall times need the answers to gap and fold');
  return { gap, fold };
}
