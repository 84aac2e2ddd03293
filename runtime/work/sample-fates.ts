import { fireName, fires, scheduleOf } from '../../compiler/index.ts';
import type { Manifest } from '../../schema/manifest.ts';
import type { Instant } from '../../schema/time.ts';
import type { FireRow, Ledger, TenantRow } from '../ledger/index.ts';
import { manifestOf } from './manifest-of.ts';

/** How far back is looked, in seconds, and at how many jobs and fires of one. */
const rangeMost = 3_600;
const jobsMost = 20;
const firesMost = 1_000;

/** An expected fire that has not exactly one row. */
export interface BrokenFire {
  /** `tenant/job@instant`. */
  readonly fire: string;
  readonly fates: number;
}

/**
 * Recomputes from the revision in force what should have happened lately to some jobs of one tenant of a shard, and
 * looks whether each of these fires has exactly one row in the ledger. Trusts nothing that the decider says but its
 * watermark, which is the promise that is checked.
 */
export async function sampleFates(
  ledger: Ledger,
  shard: number,
  random: () => number,
): Promise<readonly BrokenFire[]> {
  const tenants = (await ledger.tenants(shard)).filter(({ revision }) => revision > 0);
  const tenant = tenants[Math.floor(random() * tenants.length)];
  const [head] = await ledger.heads([shard]);
  if (!tenant || !head || tenant.manifest === '') return [];
  const bytes = await ledger.blob(tenant.manifest);
  const row = await ledger.revision(tenant.tenant, tenant.revision);
  if (!bytes || !row) return [];
  const manifest = manifestOf(bytes);
  const { through } = head.watermark;
  const from = Math.max(through - rangeMost, row.inForceFrom, tenant.floor) + 1;
  const names = Object.keys(manifest.tenants[tenant.tenant]?.jobs ?? {});
  const start = Math.floor(random() * names.length);
  const broken: BrokenFire[] = [];
  for (const name of [...names.slice(start), ...names.slice(0, start)].slice(0, jobsMost)) {
    broken.push(...(await brokenOf(ledger, manifest, tenant.tenant, name, from, through)));
  }
  // It may have been decided by another revision, or swept, while this looked.
  const now = broken.length > 0 ? await ledger.tenant(tenant.tenant) : undefined;
  return now && isSame(now, tenant) ? broken : [];
}

function isSame(a: TenantRow, b: TenantRow): boolean {
  return a.revision === b.revision && a.floor === b.floor;
}

async function brokenOf(
  ledger: Ledger,
  manifest: Manifest,
  tenant: string,
  job: string,
  from: Instant,
  through: Instant,
): Promise<BrokenFire[]> {
  const meaning = manifest.tenants[tenant]!.jobs[job]!;
  // Due, and so decided, up to the watermark.
  const until = through - (meaning.schedule.spread?.offset ?? 0) + 1;
  const { scheduled } = fires(scheduleOf(manifest, tenant, meaning), from, until);
  const expected = [...scheduled].slice(-firesMost);
  const first = expected[0];
  if (first === undefined) return [];
  const rows = await rowsOf(ledger, tenant, job, first, until);
  return expected
    .map((at) => ({
      fire: `${tenant}/${fireName({ job, scheduled: at })}`,
      fates: rows.filter((row) => row.scheduled <= at && at <= row.last).length,
    }))
    .filter(({ fates }) => fates !== 1);
}

/** The rows of fires, without those of other runs of them. */
async function rowsOf(
  ledger: Ledger,
  tenant: string,
  job: string,
  from: Instant,
  until: Instant,
): Promise<FireRow[]> {
  const rows: FireRow[] = [];
  let after: string | undefined;
  do {
    const page = await ledger.fires({
      tenant,
      job,
      from,
      until,
      limit: 500,
      ...(after !== undefined && { after }),
    });
    rows.push(...page.rows.filter(({ order }) => order === ''));
    after = page.next;
  } while (after !== undefined);
  return rows;
}
