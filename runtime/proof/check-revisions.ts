import { canonicalJson } from '../../compiler/index.ts';
import type { Manifest } from '../../schema/manifest.ts';
import type { Instant } from '../../schema/time.ts';
import type { Ledger, RevisionRow, TenantRow } from '../ledger/index.ts';
import type { BlobReader } from './blob-reader.ts';
import { decidedUpTo } from './check-fires.ts';
import type { JobReign } from './expected-fires.ts';
import type { Find } from './proof-report.ts';
import type { ReplayedShard } from './replay-shard.ts';

/** Lists a tenant's revisions up to an entry, oldest first. */
export async function revisionsOf(
  ledger: Ledger,
  tenant: string,
  upToSeq: number,
): Promise<readonly RevisionRow[]> {
  const found: RevisionRow[] = [];
  let after: string | undefined;
  do {
    const page = await ledger.revisions(tenant, { limit: 200, ...(after !== undefined && { after }) });
    found.push(...page.rows);
    after = page.next;
  } while (after !== undefined);
  return found.filter(({ seq }) => seq <= upToSeq).reverse();
}

/** Compares a tenant's revisions with those that the journal made, and looks at the bytes that they name. */
export async function checkRevisions(
  ledger: Ledger,
  tenant: string,
  stored: readonly RevisionRow[],
  replayed: ReplayedShard,
  blobs: BlobReader,
  floor: Instant,
  find: Find,
): Promise<void> {
  const { shard, from } = replayed;
  const say = (revision: number, seq: number, message: string) =>
    find({ kind: 'revision', shard, seq, tenant, message: `revision ${revision} of ${tenant} ${message}` });
  const made = new Map(
    replayed.revisions.filter((row) => row.tenant === tenant).map((row) => [row.revision, row]),
  );
  for (const row of stored) {
    const wanted = made.get(row.revision);
    made.delete(row.revision);
    if (wanted && canonicalJson(wanted) !== canonicalJson(row)) {
      const keys = Object.keys({ ...wanted, ...row }).filter(
        (key) =>
          JSON.stringify(wanted[key as keyof RevisionRow]) !== JSON.stringify(row[key as keyof RevisionRow]),
      );
      say(row.revision, wanted.seq, `was changed: ${keys.join(', ')}`);
    } else if (!wanted && row.seq > from) say(row.revision, row.seq, 'was made by no entry');
    for (const what of ['manifest', 'declarations', 'plan'] as const) {
      const fault = await blobs.fault(row[what]);
      if (fault) say(row.revision, row.seq, `names ${what} bytes that are ${fault} (${row[what]})`);
    }
    const approvals = row.approvedBy.length === 0 ? [] : await ledger.approvals(row.planDigest);
    for (const principal of row.approvedBy)
      if (!approvals.some((approval) => approval.principal === principal))
        say(row.revision, row.seq, `was approved by ${principal}, whose approval is missing`);
  }
  for (const row of made.values()) say(row.revision, row.seq, 'is missing');
  // An order that was refused may be sent again under the same name, and then its last answer stands. Those from before
  // the floor are being swept.
  const answers = new Map(
    replayed.answers.filter((row) => row.tenant === tenant).map((row) => [row.request, row]),
  );
  for (const answer of answers.values()) {
    if (answer.at < floor) continue;
    const found = await ledger.answer(tenant, answer.request);
    if (!found || canonicalJson(found) !== canonicalJson(answer))
      find({
        kind: 'revision',
        shard,
        tenant,
        message: `the answer to ${answer.request} of ${tenant} is ${found ? 'changed' : 'missing'}`,
      });
  }
}

/** Compares what is noted of a tenant, where the journal was made again up to its end. */
export function checkTenant(
  tenant: string,
  stored: TenantRow | undefined,
  { shard, tenants, isWhole, head }: ReplayedShard,
  find: Find,
): void {
  const wanted = tenants.get(tenant);
  if (!isWhole) return;
  if (wanted && stored && canonicalJson(wanted) === canonicalJson(stored)) return;
  if (!wanted && !stored) return;
  const what = !stored ? 'is missing' : !wanted ? 'was written by no entry' : 'was changed';
  find({
    kind: 'revision',
    shard,
    ...(head && { seq: head.seq }),
    tenant,
    message: `what is noted of ${tenant} ${what}`,
  });
}

/** Returns which revision ruled over which of a tenant's fires, by job. */
export async function reignsOf(
  tenant: string,
  revisions: readonly RevisionRow[],
  { head }: ReplayedShard,
  blobs: BlobReader,
): Promise<ReadonlyMap<string, readonly JobReign[]>> {
  const reigns = new Map<string, JobReign[]>();
  if (!head) return reigns;
  for (const [index, { revision, manifest: digest, inForceFrom }] of revisions.entries()) {
    const manifest: Manifest | undefined = await blobs.manifest(digest);
    if (!manifest) continue;
    const upTo = revisions[index + 1]?.inForceFrom;
    for (const job of Object.keys(manifest.tenants[tenant]?.jobs ?? {})) {
      const own = reigns.get(job) ?? [];
      reigns.set(job, own);
      own.push({
        revision,
        manifest,
        after: inForceFrom,
        upTo: upTo ?? Number.POSITIVE_INFINITY,
        dueUpTo: upTo === undefined ? decidedUpTo(tenant, job, head.watermark) : Number.POSITIVE_INFINITY,
      });
    }
  }
  return reigns;
}
