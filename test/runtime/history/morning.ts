import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../compiler/index.ts';
import { type Ledger, shardOf } from '../../../runtime/ledger/index.ts';
import type { Manifest } from '../../../schema/manifest.ts';
import { manifestOf } from '../../examples-nights.ts';
import { type Driver, type DriverOptions, openDriver } from '../../support/drive-shard.ts';

/** The benefits service of examples/morning-after, as it was in force that night. */
const benefits = 'examples/morning-after/before';

export function at(text: string): number {
  return Date.parse(text) / 1000;
}

/** Puts a manifest in force as a reviewed apply would, and lets it be taken in. */
export async function putInForce(
  driver: Driver,
  tenant: string,
  manifest: Manifest,
  approvedBy: readonly string[] = ['user:grace@example.gov'],
): Promise<void> {
  const { ledger } = driver;
  const row = await ledger.tenant(tenant);
  const before = row?.manifest ? await inForceDigest(ledger, tenant, row.manifest) : '';
  const own: Manifest = { ...manifest, tenants: { [tenant]: manifest.tenants[tenant]! } };
  const { shardCount } = await ledger.meta();
  const revision = (row?.revision ?? 0) + 1;
  await ledger.post([
    {
      shard: shardOf(tenant, shardCount),
      letter: {
        kind: 'apply',
        tenant,
        request: `apply-${revision}`,
        principal: 'user:ada@example.gov',
        before,
        manifest: await put(ledger, own),
        declarations: await put(ledger, []),
        plan: await put(ledger, {}),
        planDigest: `sha256:${String(revision).padStart(64, '0')}`,
        source: { name: 'files', commit: 'f3a9c1d' },
        approvedBy,
      },
    },
  ]);
  await driver.tick();
  const answer = await ledger.answer(tenant, `apply-${revision}`);
  if (answer?.revision !== revision) throw new Error(JSON.stringify(answer));
}

async function inForceDigest(ledger: Ledger, tenant: string, digest: string): Promise<string> {
  const manifest = JSON.parse(Buffer.from((await ledger.blob(digest))!).toString()) as Manifest;
  return manifest.tenants[tenant]!.digest;
}

async function put(ledger: Ledger, value: unknown): Promise<string> {
  const bytes = Buffer.from(canonicalJson(value));
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  await ledger.putBlob(digest, bytes);
  return digest;
}

/**
 * Plays the night of the example: in force since the evening before, down from one o'clock to five past seven, and now
 * it is twenty to eight. Runs last as long as their jobs expect; one re-check has failed.
 */
export async function playNight(options: Partial<DriverOptions> = {}): Promise<Driver> {
  const manifest = await manifestOf(benefits, '2026-11-29T20:00:00Z');
  const jobs = manifest.tenants['benefits']!.jobs;
  const driver = openDriver({
    start: at('2026-11-29T20:00:00Z'),
    runs: ({ run }) => ({
      lasts: jobs[run.job]?.expectedDuration ?? 60,
      outcome: run.id === 'eligibility-recheck@2026-11-29T22:15:00Z' ? 'failed' : 'succeeded',
    }),
    ...options,
  });
  await putInForce(driver, 'benefits', manifest);
  await driver.run(at('2026-11-30T00:59:59Z'));
  driver.sleep(at('2026-11-30T07:05:00Z'));
  await driver.run(at('2026-11-30T07:40:00Z'));
  return driver;
}
