import { checkText } from '../../../compiler/index.ts';
import { compileManifest } from '../../../compiler/manifest/index.ts';
import { platformTzdata, zoneTable } from '../../../compiler/time/index.ts';
import type { Manifest } from '../../../schema/manifest.ts';

/** A tenant with one job, or several alike, as written in `jobs.yaml`. */
export function written(
  jobs: string | readonly string[],
  schedule: string,
  policy: Partial<Record<'horizon' | 'overlap' | 'catchUp' | 'lateAfter', string>> = {},
  more = '',
): Manifest {
  const { horizon = '6h', overlap = 'skip', catchUp = 'latest', lateAfter = '1m' } = policy;
  const jobText = (job: string) => `---
apiVersion: almanac/v1
kind: Job
metadata: { tenant: acme, name: ${job} }
spec:
  schedule: ${schedule}
  policy: nightly
  expectedDuration: 10m${more}
  target: { http: { url: "https://acme.example/run" } }
`;
  const text = `apiVersion: almanac/v1
kind: Tenant
metadata: { name: acme }
spec: { owners: [team@acme.example] }
---
apiVersion: almanac/v1
kind: Policy
metadata: { tenant: acme, name: nightly }
spec:
  lateAfter: ${lateAfter}
  horizon: ${horizon}
  overlap: ${overlap}
  catchUp: ${catchUp}
  dst: { gap: skip, fold: first }
  report: { lostAfter: 3h }
${[jobs].flat().map(jobText).join('')}`;
  const read = checkText({ path: 'jobs.yaml', bytes: Buffer.from(text), named: true });
  const { manifest, diagnostics } = compileManifest(read.documents, { tzdata: platformTzdata(), zoneTable });
  const errors = [...read.diagnostics, ...diagnostics].filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return manifest;
}

export const minutely = '{ cron: "* * * * *", zone: Europe/London }';
export const hourly = '{ cron: "0 * * * *", zone: Europe/London }';
