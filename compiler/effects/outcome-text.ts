import type { PolicyMeaning } from '../../schema/manifest.ts';
import type { Instant, ZoneTable } from '../../schema/time.ts';
import type { SimulatedFire } from '../simulate/index.ts';
import { clockText, dateText, offsetIn } from '../time/index.ts';

/**
 * Returns what a fire's tenant sees of it, as a key: equal keys are equal outcomes. The cause; or when it was
 * dispatched, whether it was told as late, what its run covers and how that ended.
 */
export function outcomeKey({ fate, due }: SimulatedFire, { lateAfter }: PolicyMeaning): string {
  if (fate.kind === 'undecided') return 'undecided';
  if (fate.kind !== 'dispatched') return fate.cause;
  return `dispatched ${fate.at} ${fate.window.from} ${fate.at - due > lateAfter} ${fate.ended?.outcome}`;
}

/** Returns an outcome in words; `covers` adds from when on the run covers, for where nothing else differs. */
export function outcomeText(
  { fate, due }: SimulatedFire,
  { lateAfter }: PolicyMeaning,
  table: ZoneTable | undefined,
  covers: boolean,
): string {
  if (fate.kind === 'undecided') return 'not decided yet';
  if (fate.kind !== 'dispatched') return fate.cause;
  const end = fate.ended?.outcome ?? 'going on';
  return [
    fate.at === due ? 'dispatched on time' : `dispatched ${readingAfter(due, fate.at, table)}`,
    ...(fate.at - due > lateAfter ? ['told as late'] : []),
    ...(end === 'succeeded' || end === 'delivered' ? [] : [end]),
    ...(covers ? [`covering ${readingAfter(due, fate.window.from, table)} on`] : []),
  ].join(', ');
}

/** Returns two outcomes of one fire in words that tell them apart. */
export function outcomeTexts(
  before: {
    readonly fire: SimulatedFire;
    readonly policy: PolicyMeaning;
    readonly table: ZoneTable | undefined;
  },
  after: typeof before,
): { readonly before: string; readonly after: string } {
  const texts = (covers: boolean) => ({
    before: outcomeText(before.fire, before.policy, before.table, covers),
    after: outcomeText(after.fire, after.policy, after.table, covers),
  });
  const short = texts(false);
  return short.before === short.after ? texts(true) : short;
}

/** The clock of an instant in a zone; with its date where that is another than the due's. */
export function readingAfter(due: Instant, at: Instant, table: ZoneTable | undefined): string {
  const wall = at + offsetIn(table, at);
  const sameDate = dateText(wall) === dateText(due + offsetIn(table, due));
  return sameDate ? clockText(wall) : `${dateText(wall)} ${clockText(wall)}`;
}
