import { describe, expect, test } from 'vitest';
import { compileManifest } from '../../compiler/manifest/index.ts';
import { planChange } from '../../compiler/plan/index.ts';
import { zoneTable } from '../../compiler/time/index.ts';
import { type DeclaredDocument, kinds } from '../../schema/declared.ts';
import { compileSchema } from '../../schema/generate/validators.js';
import type { JobDeclaration } from '../../schema/generated/declarations.gen.ts';
import type { Manifest } from '../../schema/manifest.ts';
import { schemaFiles } from '../../schema/schema-files.ts';

const schemas = Object.fromEntries(
  schemaFiles().map(({ name, text }) => [name.replace('.schema.json', ''), JSON.parse(text)]),
);
const examples = kinds.map((kind) => declared(schemas[kind.toLowerCase()].examples[0]));
const job = examples.find(({ kind }) => kind === 'Job')?.value as JobDeclaration;

/** One job for each way to have a schedule, and one that uses all that a job can. */
const jobs = [
  withSpec('each-hour', { schedule: { every: '1h', anchor: '2027-01-01T00:00:00Z' } }),
  withSpec('twice', { schedule: { at: ['2027-04-05T09:00:00Z', '2027-10-05T09:00'], zone: 'Asia/Kolkata' } }),
  withSpec('by-hand', { schedule: { manual: true } }),
  withSpec('everything', {
    schedule: {
      cron: ['30 1 * * *', '0 2 13 * FRI'],
      zone: 'Europe/London',
      dayMatch: 'both',
      start: '2026-01-01T00:00:00Z',
      end: '2030-01-01T00:00:00Z',
      exclude: ['uk-bank-holidays'],
      onExcluded: 'next-day',
      skips: [{ at: '2027-06-01T00:30:00Z', reason: 'migration' }],
      extras: [{ at: '2027-06-01T12:00:00Z', reason: 'the one of the migration' }],
      spread: '5m',
    },
    cost: { perRun: 1.25, currency: 'GBP' },
    group: 'mainframe',
    paused: { from: '2027-12-24T00:00:00Z', until: '2028-01-02T00:00:00Z', reason: 'freeze', fires: 'skip' },
    renamedFrom: 'all-of-it',
  }),
];

test('a manifest of every kind of declaration and schedule is as published', () => {
  const manifest = compiled([...examples, ...jobs]);
  expect(Object.keys(manifest.tenants['benefits']?.jobs ?? {})).toHaveLength(1 + jobs.length);
  expect(faults('manifest', manifest)).toEqual([]);
});

describe('a plan is as published', () => {
  const now = Date.UTC(2027, 0, 1) / 1000;
  const base = { kind: 'git', label: 'main' } as const;
  const target = { kind: 'directory', label: '.' } as const;
  const planned = (before: Manifest | undefined, after: Manifest) =>
    planChange({ ...(before && { before }), after, base, target, from: now, findings: [] }, now);

  test('from nothing', () => {
    expect(faults('plan', planned(undefined, compiled([...examples, ...jobs])))).toEqual([]);
  });

  test('with jobs that change, come and go', () => {
    const later = withSpec('statement-run', {
      schedule: { cron: '0 2 * * *', zone: 'Europe/Berlin' },
      policy: {
        lateAfter: '5m',
        horizon: '1h',
        overlap: 'allow',
        catchUp: 'all',
        dst: { gap: 'skip', fold: 'both' },
      },
    });
    const others = examples.filter(({ kind }) => kind !== 'Job');
    const plan = planned(
      compiled([...examples, ...jobs.slice(0, 2)]),
      compiled([...others, later, ...jobs.slice(1)]),
    );
    expect(plan.counts.jobs).toEqual({ added: 2, removed: 1, changed: 1, unchanged: 1 });
    expect(faults('plan', plan)).toEqual([]);
  });
});

function faults(format: string, value: unknown) {
  return compileSchema(schemas[format])(JSON.parse(JSON.stringify(value)));
}

function compiled(documents: readonly DeclaredDocument[]): Manifest {
  const { manifest, diagnostics } = compileManifest(documents, { tzdata: '2025c', zoneTable });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return manifest;
}

function withSpec(name: string, spec: Partial<JobDeclaration['spec']>): DeclaredDocument {
  return declared({ ...job, metadata: { ...job.metadata, name }, spec: { ...job.spec, ...spec } });
}

function declared(value: JobDeclaration): DeclaredDocument {
  const { kind, metadata } = value;
  const tenant = metadata.tenant ?? metadata.name;
  return { kind, tenant, name: metadata.name, value, file: 'benefits.yaml', line: 1, positions: {} };
}
