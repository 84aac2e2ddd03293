import { compileManifest } from '../../../compiler/manifest/index.ts';
import { planChange } from '../../../compiler/plan/index.ts';
import { checkText } from '../../../compiler/read/index.ts';
import { platformTzdata, zoneTable } from '../../../compiler/time/index.ts';
import type { Manifest } from '../../../schema/manifest.ts';
import type { Plan } from '../../../schema/plan.ts';
import type { Instant } from '../../../schema/time.ts';

/** 2026-11-29T09:00:00Z. */
export const storyNow: Instant = 1_795_942_800;

/** Plans one text against another, as the command line would, and fails on any error in them. */
export function planStory(
  texts: { readonly before?: Uint8Array; readonly after: Uint8Array },
  now: Instant = storyNow,
  until?: Instant,
): Plan {
  const before = texts.before && manifestOf('before.yaml', texts.before);
  return planChange(
    {
      ...(before && { before }),
      after: manifestOf('after.yaml', texts.after),
      base: before ? { kind: 'directory', label: 'before' } : { kind: 'none', label: 'none' },
      target: { kind: 'directory', label: 'after' },
      from: now,
      ...(until !== undefined && { until }),
      findings: [],
    },
    now,
  );
}

/** Compiles a text that is expected to have no errors. */
export function manifestOf(path: string, bytes: Uint8Array): Manifest {
  const read = checkText({ path, bytes, named: true });
  const compiled = compileManifest(read.documents, { tzdata: platformTzdata(), zoneTable });
  const errors = [...read.diagnostics, ...compiled.diagnostics].filter(
    ({ severity }) => severity === 'error',
  );
  if (errors.length > 0) throw new Error(errors.map(({ code, message }) => `${code}: ${message}`).join('\n'));
  return compiled.manifest;
}
