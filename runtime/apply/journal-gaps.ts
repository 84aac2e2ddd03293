import type { Instant, Seconds } from '../../schema/time.ts';
import type { JournalEntry, Ledger } from '../ledger/index.ts';

/** An idle shard writes an entry a minute; half as much again is no outage. */
const gapMost: Seconds = 90;
const pageSize = 2_000;
/** Entries that are looked through: a month of a shard that writes one every three seconds. */
const entriesMost = 1_000_000;
/** How far back the entry before the range is looked for. */
const lookBack: Seconds = 400 * 86_400;

export interface Gap {
  readonly from: Instant;
  readonly until: Instant;
}

/** Finds the stretches of a range in which a shard decided nothing, ascending. */
export async function journalGaps(
  ledger: Ledger,
  shard: number,
  { from, until }: Gap,
): Promise<readonly Gap[]> {
  const [before] = await ledger.journalBetween(shard, from - lookBack, from, 1);
  const gaps: Gap[] = [];
  let later: Instant = until;
  let seen: JournalEntry['seq'] | undefined;
  let left = entriesMost;
  for (;;) {
    const page = await ledger.journalBetween(shard, from, Math.min(later + 1, until), pageSize);
    const fresh = page.filter(({ seq }) => seen === undefined || seq < seen);
    for (const { now } of fresh) {
      if (later - now > gapMost) gaps.push({ from: now + 1, until: later });
      later = now;
    }
    left -= page.length;
    if (fresh.length === 0 || page.length < pageSize || left <= 0) break;
    seen = fresh.at(-1)!.seq;
  }
  // A shard that never decided anything before was not down: it was not there.
  if (before && later - before.now > gapMost && left > 0)
    gaps.push({ from: Math.max(before.now + 1, from), until: later });
  return gaps.reverse();
}
