import { compileManifest } from '../../../compiler/manifest/compile-manifest.ts';
import { platformTzdata, zoneTable } from '../../../compiler/time/index.ts';
import type { DeclaredDocument } from '../../../schema/declared.ts';
import type { Manifest } from '../../../schema/manifest.ts';
import { declare } from '../../support/declare.ts';

export const context = { tzdata: platformTzdata(), zoneTable };

/** Compiles documents, expecting nothing to be wrong with them. */
export function compile(...documents: DeclaredDocument[]): Manifest {
  const { manifest, diagnostics } = compileManifest(documents, context);
  if (diagnostics.length > 0)
    throw new Error(diagnostics.map(({ code, message }) => `${code}: ${message}`).join('\n'));
  return manifest;
}

/** The codes of everything that is wrong with documents. */
export function codes(...documents: DeclaredDocument[]): string[] {
  return compileManifest(documents, context).diagnostics.map(({ code }) => code);
}

export const tenant = declare('Tenant', 'benefits', {
  owners: ['group:platform@example.gov'],
  groups: { mainframe: { maxConcurrent: 2 } },
});

export const nightly = {
  lateAfter: '10m',
  horizon: '6h',
  overlap: 'skip',
  catchUp: 'latest',
  dst: { gap: 'shift', fold: 'first' },
  report: { finishWithin: '2h', lostAfter: '3h' },
};

export const policy = (spec: object = {}, id = 'benefits/nightly') =>
  declare('Policy', id, { ...nightly, ...spec });

export const http = { http: { url: 'https://statements.example.gov/run' } };

/** Makes a job; `schedule` may be a cron text for London. */
export function job(
  schedule: string | object,
  spec: object = {},
  id = 'benefits/statement-run',
): DeclaredDocument {
  return declare('Job', id, {
    schedule: typeof schedule === 'string' ? { cron: schedule, zone: 'Europe/London' } : schedule,
    policy: 'nightly',
    target: http,
    ...spec,
  });
}
