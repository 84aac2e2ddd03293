/** Time that passes only when told to, and what happens at which time. Milliseconds since 1970. */
export interface World {
  now(): number;
  /** Calls back at `when`, or at once where that is past, in the order of asking. Returns how to take it back. */
  at(when: number, callback: () => void): () => void;
  /** A promise of a later time. */
  after(milliseconds: number): Promise<void>;
  /** Lets everything happen up to `until`. */
  run(until: number): Promise<void>;
}

interface Event {
  readonly when: number;
  readonly order: number;
  callback: (() => void) | undefined;
}

export function newWorld(begin: number): World {
  let now = begin;
  let asked = 0;
  const heap: Event[] = [];
  const isBefore = (a: Event, b: Event) => a.when < b.when || (a.when === b.when && a.order < b.order);

  function push(event: Event): void {
    let at = heap.push(event) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(heap[at]!, heap[above]!)) break;
      [heap[at], heap[above]] = [heap[above]!, heap[at]!];
      at = above;
    }
  }

  function pop(): Event {
    const top = heap[0]!;
    const last = heap.pop()!;
    if (heap.length === 0) return top;
    heap[0] = last;
    for (let at = 0; ; ) {
      let least = at;
      for (const below of [2 * at + 1, 2 * at + 2]) {
        if (below < heap.length && isBefore(heap[below]!, heap[least]!)) least = below;
      }
      if (least === at) return top;
      [heap[at], heap[least]] = [heap[least]!, heap[at]!];
      at = least;
    }
  }

  const world: World = {
    now: () => now,
    at(when, callback) {
      const event: Event = { when: Math.max(when, now), order: asked++, callback };
      push(event);
      return () => {
        event.callback = undefined;
      };
    },
    after: (milliseconds) => new Promise((resolve) => world.at(now + milliseconds, resolve)),
    async run(until) {
      await quiet();
      while (heap.length > 0 && heap[0]!.when <= until) {
        const { when, callback } = pop();
        if (!callback) continue;
        now = when;
        callback();
        await quiet();
      }
      now = until;
    },
  };
  return world;
}

/**
 * Lets promises, and what was put off to the next turn, have their say. A tick comes when no promise can go on; a turn of
 * the event loop costs several times that, and most events put nothing off.
 */
async function quiet(): Promise<void> {
  await new Promise<void>((resolve) => process.nextTick(resolve));
  while (process.getActiveResourcesInfo().includes('Immediate'))
    await new Promise<void>((resolve) => setImmediate(resolve));
}
