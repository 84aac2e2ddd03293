import { createHash } from 'node:crypto';
import { type Ledger, shardOf } from '../../../runtime/ledger/index.ts';
import type { Manifest } from '../../../schema/manifest.ts';

/** Orders that a tenant's manifest takes force, and returns what to ask for its answer. */
export async function orderApply(ledger: Ledger, tenant: string, manifest: Manifest): Promise<string> {
  const bytes = Buffer.from(JSON.stringify(manifest));
  const digest = digestOf(bytes);
  await ledger.putBlob(digest, bytes);
  const nothing = Buffer.from('{}');
  await ledger.putBlob(digestOf(nothing), nothing);
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
        manifest: digest,
        declarations: digestOf(nothing),
        plan: digestOf(nothing),
        planDigest: digestOf(nothing),
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

function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
