import { compileManifest, platformTzdata, zoneTable } from '../../../compiler/index.ts';
import type { DeclaredDocument, Kind } from '../../../schema/declared.ts';
import type { Manifest } from '../../../schema/manifest.ts';

/** Jobs of a benchmark: all alike but for their names. */
export interface FleetSpec {
  readonly tenant: string;
  readonly count: number;
  readonly schedule: Readonly<Record<string, unknown>>;
  readonly policy?: Readonly<Record<string, unknown>>;
  readonly url?: string;
}

export const standardPolicy = {
  lateAfter: '10m',
  horizon: '6h',
  overlap: 'skip',
  catchUp: 'latest',
  dst: { gap: 'shift', fold: 'first' },
} as const;

/** Compiles a tenant of many jobs. */
export function declareFleet({
  tenant,
  count,
  schedule,
  policy = standardPolicy,
  url = 'https://sink.example/run',
}: FleetSpec): Manifest {
  const document = (kind: Kind, name: string, spec: unknown): DeclaredDocument => ({
    kind,
    tenant,
    name,
    value: {
      apiVersion: 'almanac/v1',
      kind,
      metadata: kind === 'Tenant' ? { name } : { tenant, name },
      spec,
    },
    file: 'fleet.yaml',
    line: 1,
    positions: {},
  });
  const documents = [
    document('Tenant', tenant, { owners: ['bench@example.org'] }),
    document('Policy', 'p', policy),
    ...Array.from({ length: count }, (_, index) =>
      document('Job', `job-${index}`, { schedule, policy: 'p', target: { http: { url } } }),
    ),
  ];
  const { manifest, diagnostics } = compileManifest(documents, { tzdata: platformTzdata(), zoneTable });
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (error) throw new Error(error.message);
  return manifest;
}
