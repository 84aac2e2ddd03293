import { openShard, type Shard } from '../shard/index.ts';
import { manifestOf } from './manifest-of.ts';
import { readManifests } from './read-manifests.ts';
import type { Replica } from './replica.ts';

/**
 * Reads all that a new owner of a shard needs. The head of the journal is read first: what somebody else writes behind
 * it may be seen in what is read later, and then this owner's next commit collides.
 */
export async function openFromLedger(
  shard: number,
  { ledger, clock }: Pick<Replica, 'ledger' | 'clock'>,
): Promise<Shard> {
  const [head] = await ledger.heads([shard]);
  const [going, tenants] = await Promise.all([ledger.going(shard), ledger.tenants(shard)]);
  const bytes = await readManifests(
    ledger,
    tenants.flatMap(({ manifest }) => (manifest === '' ? [] : [manifest])),
  );
  const manifests = {
    // One at a time is text and objects at once.
    get(digest: string) {
      const found = bytes.get(digest);
      return found && manifestOf(found);
    },
  };
  const now = Math.floor((clock.now() ?? 0) / 1_000);
  return openShard({ shard, head, going, tenants, manifests, now });
}
