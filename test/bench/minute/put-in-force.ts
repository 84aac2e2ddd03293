import { putValue } from '../../../runtime/apply/blobs.ts';
import { type Ledger, shardOf } from '../../../runtime/ledger/index.ts';
import type { Manifest } from '../../../schema/manifest.ts';

/** Orders that a tenant's manifest takes force, and returns what to ask for its answer. */
export async function orderApply(ledger: Ledger, tenant: string, manifest: Manifest): Promise<string> {
  const bytes = await putValue(ledger, manifest);
  const nothing = await putValue(ledger, {});
  const { shardCount } = await ledger.meta();
  await ledger.post([
    {
      shard: shardOf(tenant, shardCount),
      letter: {
        kind: 'apply',
        tenant,
        request: 'bench',
        principal: 'bench',
        before: '',
        manifest: bytes,
        declarations: nothing,
        plan: nothing,
        planDigest: nothing,
        approvedBy: [],
      },
    },
  ]);
  return 'bench';
}

/** Waits until an order is answered. @throws {Error} where it was refused */
export async function awaitAnswer(ledger: Ledger, tenant: string, request: string): Promise<void> {
  for (;;) {
    const answer = await ledger.answer(tenant, request);
    if (answer?.refused) throw new Error(answer.refused.message);
    if (answer) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
