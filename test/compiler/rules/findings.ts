import { compileManifest } from '../../../compiler/manifest/index.ts';
import { runRules, standardConfig } from '../../../compiler/rules/index.ts';
import { platformTzdata, zoneTable } from '../../../compiler/time/index.ts';
import type { DeclaredDocument } from '../../../schema/declared.ts';
import type { Diagnostic } from '../../../schema/diagnostic.ts';
import { job, policy, tenant } from '../manifest/compile.ts';

/** 2026-11-29T09:00:00Z. */
export const now = 1_795_942_800;

/** What the rules say of documents that have no errors. */
export function findings(...documents: DeclaredDocument[]): Diagnostic[] {
  const { manifest, diagnostics } = compileManifest(documents, { tzdata: platformTzdata(), zoneTable });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ code, message }) => `${code}: ${message}`).join('\n'));
  return runRules(manifest, documents, standardConfig, now);
}

/** What one rule says of one job, by default with a policy that nobody can find fault with. */
export function say(rule: string, schedule: object, answers: object = {}, spec: object = {}): string[] {
  const quiet = { report: { finishWithin: '1m', lostAfter: '2m' }, ...answers };
  return findings(tenant, policy(quiet), job(schedule, spec))
    .filter(({ code }) => code === rule)
    .map(({ message }) => message);
}
