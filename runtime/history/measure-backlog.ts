import { formatInstant } from '../../compiler/index.ts';
import type { BacklogReport, BacklogWord, ShardBacklog } from '../../schema/backlog.ts';
import type { Instant } from '../../schema/time.ts';
import { shardOf } from '../ledger/index.ts';
import type { Archive } from './archive.ts';
import { knownTenant } from './list-history.ts';
import { type ShardAsk, shardBacklog } from './shard-backlog.ts';

/** Letters behind an inbox's position are counted up to here. */
const unreadMost = 1000;

/** From the best word to the worst. */
const words: readonly BacklogWord[] = ['idle', 'held', 'draining', 'growing', 'stuck'];

/**
 * Measures whether the platform keeps up, shard by shard; of one tenant, its shard with its own fires alone.
 *
 * @throws {NotFound} for a tenant that the ledger does not know.
 */
export async function measureBacklog(
  archive: Archive,
  tenant: string | undefined,
  now: Instant,
): Promise<BacklogReport> {
  const { ledger } = archive;
  const { shardCount } = await ledger.meta();
  const one = tenant === undefined ? undefined : await knownTenant(archive, tenant);
  const numbers = one
    ? [shardOf(one.tenant, shardCount)]
    : Array.from({ length: shardCount }, (_, shard) => shard);
  const heads = await ledger.heads(numbers);
  const inboxes = await ledger.inbox(
    numbers.map((shard, i) => ({ shard, after: heads[i]?.inbox ?? '' })),
    unreadMost,
  );
  const asks = await Promise.all(
    numbers.map(
      async (shard, i): Promise<ShardAsk> => ({
        shard,
        head: heads[i],
        tenants: one ? [one] : (await ledger.tenants(shard)).filter(({ revision }) => revision > 0),
        isOfOneTenant: one !== undefined,
        unread: inboxes[i]?.length ?? 0,
      }),
    ),
  );
  const used = asks.filter(({ tenants, unread, head }) => tenants.length > 0 || unread > 0 || head);
  const shards = await Promise.all(used.map((ask) => shardBacklog(archive, ask, now)));
  const word = words[Math.max(0, ...shards.map((shard) => words.indexOf(shard.word)))]!;
  return {
    now: formatInstant(now),
    ...(tenant !== undefined && { tenant }),
    word,
    sentence: sentenceFor(word, shards),
    shards,
  };
}

function sentenceFor(word: BacklogWord, shards: readonly ShardBacklog[]): string {
  const such = shards.filter((shard) => shard.word === word);
  if (shards.length === 0) return 'nothing was ever applied or decided';
  if (word === 'idle') return 'nothing that is due waits';
  if (such.length === 1)
    return shards.length === 1 ? such[0]!.sentence : `shard ${such[0]!.shard}: ${such[0]!.sentence}`;
  const last = such
    .map(({ drainedBy }) => drainedBy ?? '')
    .sort()
    .at(-1)!;
  switch (word) {
    case 'held':
      return `in ${such.length} shards fires wait for what tenants declared or ordered; the platform keeps up`;
    case 'draining':
      return `draining until ${last.slice(11, 16)}Z: ${such.length} shards are behind and catch up`;
    case 'growing':
      return `growing: in ${such.length} shards more falls due than is decided`;
    case 'stuck':
      return `stuck: ${such.length} of ${shards.length} shards write nothing`;
  }
}
