import type { Instant } from '../../schema/time.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Find } from './proof-report.ts';
import type { ReplayedShard } from './replay-shard.ts';

/** Heads of a ledger's journals, kept by somebody outside: a record that is rewritten later does not lead to them. */
export interface Anchor {
  readonly formatVersion: 1;
  /** The ledger's name. */
  readonly ledger: string;
  readonly at: Instant;
  readonly heads: readonly AnchoredHead[];
}

export interface AnchoredHead {
  readonly shard: number;
  readonly seq: number;
  readonly hash: string;
}

/** Returns the heads of all journals as they are. */
export async function readAnchor(ledger: Ledger): Promise<Anchor> {
  const { id, shardCount } = await ledger.meta();
  const { now } = await ledger.clock();
  const heads = await ledger.heads(Array.from({ length: shardCount }, (_, shard) => shard));
  return {
    formatVersion: 1,
    ledger: id,
    at: Math.floor(now / 1000),
    heads: heads.flatMap((head) => (head ? [{ shard: head.shard, seq: head.seq, hash: head.hash }] : [])),
  };
}

/** Whether a value is an anchor, as one line of a file has it. */
export function isAnchor(value: unknown): value is Anchor {
  const anchor = value as Partial<Anchor> | null;
  return (
    typeof anchor === 'object' &&
    anchor !== null &&
    anchor.formatVersion === 1 &&
    typeof anchor.ledger === 'string' &&
    Array.isArray(anchor.heads) &&
    anchor.heads.every(
      ({ shard, seq, hash }) => Number.isInteger(shard) && Number.isInteger(seq) && typeof hash === 'string',
    )
  );
}

/** Looks whether a journal leads to the heads that were kept; returns to how many. */
export function checkAnchors(
  heads: readonly AnchoredHead[],
  { shard, hashes, from }: ReplayedShard,
  find: Find,
): number {
  let found = 0;
  for (const { seq, hash } of heads) {
    if (hashes.get(seq) === hash) found++;
    else if (seq >= from)
      find({
        kind: 'anchor',
        shard,
        seq,
        message: hashes.has(seq)
          ? 'it is not the entry whose hash was kept outside: the journal was rewritten'
          : 'its hash was kept outside, and it is not in the journal',
      });
  }
  return found;
}
