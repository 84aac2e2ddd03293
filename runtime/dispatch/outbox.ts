import type { Letter } from '../ledger/index.ts';
import type { TellShard } from './dispatcher.ts';

/** Collects letters and tells those of one turn of the event loop in one call a shard. */
export interface Outbox {
  add(shard: number, letter: Letter): void;
  /** Tells what was collected, now. */
  flush(): void;
}

export function newOutbox(tell: TellShard): Outbox {
  let letters = new Map<number, Letter[]>();
  let isScheduled = false;
  let latestShard = -1;
  let latest: Letter[] = [];
  const flush = () => {
    isScheduled = false;
    latestShard = -1;
    const told = letters;
    letters = new Map();
    for (const [shard, ofShard] of told) tell(shard, ofShard);
  };
  return {
    add(shard, letter) {
      // Mostly many of one shard come in a row.
      if (shard !== latestShard) {
        latestShard = shard;
        latest = letters.get(shard) ?? [];
        letters.set(shard, latest);
      }
      latest.push(letter);
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(flush);
    },
    flush,
  };
}
