import type { FireAction, FireChange } from '../../schema/plan.ts';
import type { Instant, WallTime, ZoneTable } from '../../schema/time.ts';
import { clockText, dateText, dayAndClockText, instantsOf, offsetIn, offsetText } from '../time/index.ts';

/** What is needed to tell of one fire of one side. */
export interface ToldFire {
  readonly scheduled: Instant;
  readonly nominal: WallTime;
  readonly table?: ZoneTable | undefined;
}

/**
 * Returns a changed fire with its text: wall time with offset, how it was placed in a gap or a fold, and what
 * it becomes. Without `dated` the date is left to the line above.
 */
export function describeFire(
  action: FireAction,
  sides: { readonly before?: ToldFire | undefined; readonly after?: ToldFire | undefined },
  dated: boolean,
): FireChange {
  const { before, after } = sides;
  // The second reading needs its date only where it is another one.
  const sameDate = before && after && dateText(wallOfFire(before)) === dateText(wallOfFire(after));
  const texts = [
    ...(before ? [fireText(before, dated)] : []),
    ...(after ? [fireText(after, dated && !sameDate)] : []),
  ];
  return {
    action,
    ...(before && { before: before.scheduled }),
    ...(after && { after: after.scheduled }),
    text: texts.join(' -> '),
  };
}

function wallOfFire({ scheduled, table }: ToldFire): WallTime {
  return scheduled + offsetIn(table, scheduled);
}

/** Returns one fire's wall time with offset, and how it was placed in a gap or a fold. */
export function fireText({ scheduled, nominal, table }: ToldFire, dated: boolean): string {
  const offset = offsetIn(table, scheduled);
  const wall = scheduled + offset;
  const reading = dated ? dayAndClockText(wall) : clockText(wall);
  const told = `${reading} ${offsetText(offset)}`;
  if (nominal !== wall) return `${clockText(nominal)} (does not exist) at ${told}`;
  const passes = table ? instantsOf(table, wall) : [];
  if (passes.length < 2) return told;
  return `${told}, ${passes[0] === scheduled ? 'first' : 'second'} of two`;
}
