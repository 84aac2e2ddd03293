import { compileManifest } from '../../../compiler/manifest/index.ts';
import { planChange } from '../../../compiler/plan/index.ts';
import { type AlmanacConfig, runPlanRules, standardConfig } from '../../../compiler/rules/index.ts';
import { platformTzdata, zoneTable } from '../../../compiler/time/index.ts';
import type { DeclaredDocument } from '../../../schema/declared.ts';
import type { Diagnostic } from '../../../schema/diagnostic.ts';
import type { Manifest } from '../../../schema/manifest.ts';
import type { ZoneTable } from '../../../schema/time.ts';
import { policy, tenant } from '../manifest/compile.ts';
import { now } from './findings.ts';

/** Half a year, which holds the spring of both hemispheres. */
const until = now + 182 * 86_400;

export interface Change {
  readonly before: readonly DeclaredDocument[];
  readonly after: readonly DeclaredDocument[];
  readonly config?: Partial<AlmanacConfig>;
  /** Tables of the side before. */
  readonly tables?: (zone: string) => ZoneTable;
}

/** What the rules on plans say of a change of documents, beside the tenant and its policy. */
export function planFindings({ before, after, config, tables = zoneTable }: Change): Diagnostic[] {
  const [was, is] = [compiled(before, tables, '2020a'), compiled(after, zoneTable, platformTzdata())];
  const plan = planChange(
    {
      before: was,
      after: is,
      base: { kind: 'manifest', label: 'before' },
      target: { kind: 'directory', label: 'after' },
      from: now,
      until,
      findings: [],
    },
    now,
  );
  return runPlanRules(plan, { before: was, after: is }, { ...standardConfig, ...config }, now);
}

/** The messages of one rule, each with whom it concerns. */
export function saidOf(rule: string, change: Change): string[] {
  return planFindings(change)
    .filter(({ code }) => code === rule)
    .map(({ subject, message }) => `${subject}: ${message}`);
}

function compiled(
  documents: readonly DeclaredDocument[],
  tables: (zone: string) => ZoneTable,
  tzdata: string,
): Manifest {
  const has = (kind: string) => documents.some((document) => document.kind === kind);
  const all = [...(has('Tenant') ? [] : [tenant]), ...(has('Policy') ? [] : [policy()]), ...documents];
  const { manifest, diagnostics } = compileManifest(all, { tzdata, zoneTable: tables });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ code, message }) => `${code}: ${message}`).join('\n'));
  return manifest;
}
