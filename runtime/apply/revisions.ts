import { formatInstant } from '../../compiler/index.ts';
import type { InForce, OwnedDeclaration } from '../../schema/declarations-api.ts';
import type { Plan } from '../../schema/plan.ts';
import type { RevisionPage, RevisionRecord } from '../../schema/revision.ts';
import type { Ledger, PageAsk, RevisionRow } from '../ledger/index.ts';
import type { RevisionDetail, TenantInForce } from './apply-port.ts';
import { readValue } from './blobs.ts';
import { knownTenants } from './known-tenants.ts';
import { ledgerNow } from './ledger-now.ts';
import { readRevisionAt, readStanding } from './standing.ts';

/**
 * Lists a tenant's revisions, newest first.
 *
 * @throws {RangeError} for a place behind which no page begins
 */
export async function listRevisions(ledger: Ledger, tenant: string, page: PageAsk): Promise<RevisionPage> {
  const { after } = page;
  // It is the oldest revision of a page with an older one behind it, in one way of writing.
  const standing = after === undefined ? undefined : await ledger.tenant(tenant);
  const isGiven = (text: string) =>
    /^[1-9]\d*$/.test(text) && Number(text) > 1 && Number(text) <= (standing?.revision ?? 0);
  if (after !== undefined && !isGiven(after))
    throw new RangeError('No page begins there: it is not the "next" of another page');
  const { rows, next } = await ledger.revisions(tenant, page);
  return { tenant, revisions: rows.map(revisionRecord), ...(next !== undefined && { next }) };
}

/** Reads a revision with all that was recorded of it; undefined where there is none. */
export async function readRevision(
  ledger: Ledger,
  tenant: string,
  revision: number,
): Promise<RevisionDetail | undefined> {
  const found = await readRevisionAt(ledger, tenant, revision);
  if (!found) return undefined;
  const { row, manifest, declarations } = found;
  const [plan, approvals] = await Promise.all([
    readValue<Plan>(ledger, row.plan),
    ledger.approvals(row.planDigest),
  ]);
  return {
    revision: revisionRecord(row),
    manifest,
    declarations,
    plan,
    approvals: approvals.filter(({ principal }) => row.approvedBy.includes(principal)),
  };
}

/** Lists the tenants that have a revision, by name. */
export async function listTenants(ledger: Ledger): Promise<readonly TenantInForce[]> {
  const rows = await knownTenants(ledger);
  const tenants: TenantInForce[] = [];
  for (const { tenant } of rows) {
    const standing = await readStanding(ledger, tenant);
    if (!standing) continue;
    const { row, manifest } = standing;
    const meaning = manifest.tenants[tenant];
    tenants.push({
      tenant,
      revision: row.revision,
      digest: meaning?.digest ?? '',
      inForceFrom: row.inForceFrom,
      jobs: Object.keys(meaning?.jobs ?? {}).length,
    });
  }
  return tenants;
}

/** Reads what is in force for a tenant (schema/declarations-api.ts); undefined where it has no revision. */
export async function readInForce(ledger: Ledger, tenant: string): Promise<InForce | undefined> {
  const standing = await readStanding(ledger, tenant);
  if (!standing) return undefined;
  const { row, manifest } = standing;
  return {
    revision: row.revision,
    digest: manifest.tenants[tenant]!.digest,
    manifest,
    since: row.inForceFrom,
    now: await ledgerNow(ledger),
  };
}

/** Lists a tenant's declarations in force, of one source or of all. */
export async function readDeclarations(
  ledger: Ledger,
  tenant: string,
  source?: string,
): Promise<readonly OwnedDeclaration[]> {
  const standing = await readStanding(ledger, tenant);
  const declarations = standing?.declarations ?? [];
  return declarations
    .filter((one) => source === undefined || one.source === source)
    .map(({ files: _, ...declaration }) => declaration);
}

/** Writes a revision's row for people and programs. */
export function revisionRecord(row: RevisionRow): RevisionRecord {
  const { seq, inForceFrom, ...rest } = row;
  return { ...rest, inForceFrom: formatInstant(inForceFrom), entry: seq };
}
