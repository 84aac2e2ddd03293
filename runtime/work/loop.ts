import type { Timers } from './timers.ts';

/** One thing that a replica does again and again; never twice at a time. */
export interface Chore {
  readonly name: string;
  /**
   * Does it, and returns when to do it next, by `Timers.now`. `Infinity`: only when poked.
   */
  run(): Promise<number>;
}

/** All chores of a replica, and the one timer under them. */
export interface Loop {
  add(chore: Chore, at: number): void;
  /** Does it no more. Resolves when it is not being done. */
  remove(chore: Chore): Promise<void>;
  /** Does a chore at `at` at the latest; one that is being done is done again after it. */
  poke(chore: Chore, at: number): void;
  /** Begins chores that are due, the longest due first, and returns when the next one is. */
  step(): number;
  /** Resolves when no chore is being done. */
  settled(): Promise<void>;
  /** Steps by the timers until `stop`. */
  start(): void;
  stop(): void;
}

interface Entry {
  at: number;
  /** Counts up with every beginning of any chore: of several that are due at once, who began longest ago comes first. */
  turn: number;
  /** Present while it is being done. */
  busy?: Promise<void> | undefined;
}

/** Who is told how a chore went. */
export interface LoopTold {
  succeeded(chore: Chore): void;
  /** Returns when to try again. */
  failed(chore: Chore, error: unknown): number;
}

/**
 * `together`: how many chores one step begins. Where all they do is done in this thread, as on SQLite, 1 lets the first
 * of several shards dispatch before the next one decides.
 */
export function createLoop(
  timers: Timers,
  told: LoopTold,
  together: number = Number.POSITIVE_INFINITY,
): Loop {
  const entries = new Map<Chore, Entry>();
  const busy = new Set<Promise<void>>();
  let running = false;
  let turns = 0;
  let timer: { readonly at: number; readonly cancel: () => void } | undefined;

  async function carryOut(chore: Chore, entry: Entry): Promise<void> {
    let next: number;
    try {
      next = await chore.run();
      told.succeeded(chore);
    } catch (error) {
      next = told.failed(chore, error);
    }
    entry.busy = undefined;
    // Whoever poked it meanwhile has written an earlier time.
    entry.at = Math.min(entry.at, next);
    arm();
  }

  function step(): number {
    const now = timers.now();
    const due = [...entries].filter(([, entry]) => !entry.busy && entry.at <= now);
    due.sort(([, a], [, b]) => a.at - b.at || a.turn - b.turn);
    for (const [chore, entry] of due.slice(0, together)) {
      entry.turn = ++turns;
      entry.at = Number.POSITIVE_INFINITY;
      const done = carryOut(chore, entry).then(() => void busy.delete(done));
      entry.busy = done;
      busy.add(done);
    }
    return earliest();
  }

  function earliest(): number {
    let at = Number.POSITIVE_INFINITY;
    for (const entry of entries.values()) if (!entry.busy && entry.at < at) at = entry.at;
    return at;
  }

  /** Sets the one timer to the earliest chore. */
  function arm(): void {
    if (!running) return;
    const at = earliest();
    if (timer !== undefined && timer.at <= at) return;
    timer?.cancel();
    timer = at === Number.POSITIVE_INFINITY ? undefined : { at, cancel: timers.at(at, ring) };
  }

  function ring(): void {
    timer = undefined;
    if (!running) return;
    step();
    arm();
  }

  return {
    add(chore, at) {
      entries.set(chore, { at, turn: 0 });
      arm();
    },
    async remove(chore) {
      const entry = entries.get(chore);
      entries.delete(chore);
      await entry?.busy;
    },
    poke(chore, at) {
      const entry = entries.get(chore);
      if (!entry || entry.at <= at) return;
      entry.at = at;
      arm();
    },
    step,
    async settled() {
      while (busy.size > 0) await Promise.all(busy);
    },
    start() {
      running = true;
      arm();
    },
    stop() {
      running = false;
      timer?.cancel();
      timer = undefined;
    },
  };
}
