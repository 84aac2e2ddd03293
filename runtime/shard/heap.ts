import type { Instant } from '../../schema/time.ts';

/** Something that is due at an instant. A heap keeps `at` and `slot`. */
export interface Timed {
  at: Instant;
  /** Its place in the heap; -1: not in it. */
  slot: number;
}

/** Things by the instant at which they are due; each can be moved and taken out. */
export interface Heap<T extends Timed> {
  readonly size: number;
  /** Infinity where it is empty. */
  readonly next: Instant;
  /** Puts an item at an instant, wherever it is; Infinity takes it out. */
  set(item: T, at: Instant): void;
  /** The items due at an instant or before it, in no order. Costs what it returns. */
  due(until: Instant): readonly T[];
}

export function createHeap<T extends Timed>(): Heap<T> {
  const items: T[] = [];
  const put = (item: T, slot: number) => {
    items[slot] = item;
    item.slot = slot;
  };
  const rise = (item: T) => {
    let { slot } = item;
    while (slot > 0) {
      const above = (slot - 1) >> 1;
      if (items[above]!.at <= item.at) break;
      put(items[above]!, slot);
      slot = above;
    }
    put(item, slot);
  };
  const sink = (item: T) => {
    let { slot } = item;
    for (;;) {
      let child = 2 * slot + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && items[child + 1]!.at < items[child]!.at) child++;
      if (items[child]!.at >= item.at) break;
      put(items[child]!, slot);
      slot = child;
    }
    put(item, slot);
  };
  const remove = (item: T) => {
    const last = items.pop()!;
    if (last !== item) {
      put(last, item.slot);
      rise(last);
      sink(last);
    }
    item.slot = -1;
  };
  return {
    get size() {
      return items.length;
    },
    get next() {
      return items[0]?.at ?? Number.POSITIVE_INFINITY;
    },
    set(item, at) {
      if (item.slot >= 0 && item.at === at) return;
      item.at = at;
      if (at === Number.POSITIVE_INFINITY) {
        if (item.slot >= 0) remove(item);
        return;
      }
      if (item.slot < 0) {
        items.push(item);
        item.slot = items.length - 1;
      }
      rise(item);
      sink(item);
    },
    due(until) {
      const found: T[] = [];
      const look = [0];
      while (look.length > 0) {
        const slot = look.pop()!;
        const item = items[slot];
        if (!item || item.at > until) continue;
        found.push(item);
        look.push(2 * slot + 1, 2 * slot + 2);
      }
      return found;
    },
  };
}
