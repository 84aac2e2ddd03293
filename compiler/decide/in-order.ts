import type { OpenFire, Run } from './tenant-state.ts';

/** Returns the items in order; a sorted copy only where they are not, since those who call often keep them so. */
export function inOrder<T>(items: readonly T[], order: (a: T, b: T) => number): readonly T[] {
  for (let index = 1; index < items.length; index++) {
    if (order(items[index - 1]!, items[index]!) > 0) return items.toSorted(order);
  }
  return items;
}

/** By due and job; of one job by the instant for which it was scheduled. */
export function fireOrder(a: OpenFire, b: OpenFire): number {
  return a.due - b.due || (a.job < b.job ? -1 : a.job > b.job ? 1 : 0) || a.scheduled - b.scheduled;
}

/** By dispatch and name. */
export function runOrder(a: Run, b: Run): number {
  return a.dispatched - b.dispatched || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
