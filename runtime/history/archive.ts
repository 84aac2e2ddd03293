import { jobIn } from '../../compiler/index.ts';
import type { Digest, Manifest } from '../../schema/manifest.ts';
import type { Instant } from '../../schema/time.ts';
import type { Ledger, RevisionRow, TenantRow } from '../ledger/index.ts';
import { boundedMap } from './bounded-map.ts';

/** What was in force, and when: revisions and their manifests, remembered since neither ever changes. */
export interface Archive {
  readonly ledger: Ledger;
  tenant(tenant: string): Promise<TenantRow | undefined>;
  /** Undefined where there is none, or where it is not kept any more. */
  revision(tenant: string, revision: number): Promise<RevisionRow | undefined>;
  /** The revision to which a fire scheduled at an instant belongs; undefined before the first one. */
  revisionAt(tenant: TenantRow, scheduled: Instant): Promise<RevisionRow | undefined>;
  /** Of a revision; undefined where it is not kept any more. */
  manifest(tenant: string, revision: number): Promise<Manifest | undefined>;
  /**
   * The name that a job of today had at an instant, `renamedFrom` followed back. The job's own name where it had no
   * other.
   */
  nameAt(tenant: TenantRow, job: string, scheduled: Instant): Promise<string>;
}

/** A manifest of one tenant is some kilobytes a job; a runtime's tenants are asked about one at a time. */
const manifestsKept = 64;
const revisionsKept = 10_000;

export function openArchive(ledger: Ledger): Archive {
  const revisions = boundedMap<string, RevisionRow>(revisionsKept);
  const manifests = boundedMap<Digest, Manifest>(manifestsKept);

  async function revision(tenant: string, number: number): Promise<RevisionRow | undefined> {
    if (number < 1) return undefined;
    const key = `${tenant} ${number}`;
    const known = revisions.get(key);
    if (known) return known;
    const row = await ledger.revision(tenant, number);
    if (row) revisions.set(key, row);
    return row;
  }

  async function revisionAt(tenant: TenantRow, scheduled: Instant): Promise<RevisionRow | undefined> {
    // Numbers ascend with instants, so that halving finds it; mostly it is the last one.
    let low = 0;
    let high = tenant.revision;
    let found: RevisionRow | undefined;
    for (let at = high; low < high; at = Math.ceil((low + high) / 2)) {
      const row = await revision(tenant.tenant, at);
      if (row && row.inForceFrom < scheduled) {
        found = row;
        low = at;
      } else high = at - 1;
    }
    return found;
  }

  async function manifest(tenant: string, number: number): Promise<Manifest | undefined> {
    const row = await revision(tenant, number);
    if (!row) return undefined;
    const known = manifests.get(row.manifest);
    if (known) return known;
    const bytes = await ledger.blob(row.manifest);
    if (!bytes) return undefined;
    const read = JSON.parse(Buffer.from(bytes).toString('utf8')) as Manifest;
    manifests.set(row.manifest, read);
    return read;
  }

  async function nameAt(tenant: TenantRow, job: string, scheduled: Instant): Promise<string> {
    const then = await revisionAt(tenant, scheduled);
    const past = then && (await manifest(tenant.tenant, then.revision));
    if (!past || jobIn(past, tenant.tenant, job)) return job;
    const present = await manifest(tenant.tenant, tenant.revision);
    const seen = new Set([job]);
    for (let name = job; present; ) {
      const earlier = jobIn(present, tenant.tenant, name)?.meaning.renamedFrom;
      if (earlier === undefined || seen.has(earlier)) break;
      if (jobIn(past, tenant.tenant, earlier)) return earlier;
      seen.add(earlier);
      name = earlier;
    }
    return job;
  }

  return {
    ledger,
    tenant: (tenant) => ledger.tenant(tenant),
    revision,
    revisionAt,
    manifest,
    nameAt,
  };
}
