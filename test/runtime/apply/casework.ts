import { checkText, filesSource, keepDocuments } from '../../../compiler/index.ts';
import { compileManifest, keptDocuments } from '../../../compiler/manifest/index.ts';
import { planChange } from '../../../compiler/plan/index.ts';
import { type AlmanacConfig, runPlanRules, runRules, standardConfig } from '../../../compiler/rules/index.ts';
import { platformTzdata, zoneTable } from '../../../compiler/time/index.ts';
import { type ApplyPort, joinManifests } from '../../../runtime/apply/index.ts';
import type { Manifest } from '../../../schema/manifest.ts';
import type { Plan } from '../../../schema/plan.ts';
import type { KeptDeclaration } from '../../../schema/runtime-base.ts';

/** A tenant with a policy and one nightly job. */
export function nightly(
  tenant: string,
  { cron = '30 1 * * *', horizon = '6h', job = 'statement-run', extra = '' } = {},
): string {
  return `
apiVersion: almanac/v1
kind: Tenant
metadata: { name: ${tenant} }
spec: { owners: ["team-${tenant}@example.gov"] }
---
apiVersion: almanac/v1
kind: Policy
metadata: { tenant: ${tenant}, name: nightly }
spec:
  lateAfter: 10m
  horizon: ${horizon}
  overlap: skip
  catchUp: latest
  dst: { gap: shift, fold: first }
  report: { finishWithin: 2h, lostAfter: 3h }
---
apiVersion: almanac/v1
kind: Job
metadata: { tenant: ${tenant}, name: ${job} }
spec:
  schedule: { cron: "${cron}", zone: Europe/London }
  policy: nightly
  expectedDuration: 25m
  target: { http: { url: "https://statements.example.gov/run" } }
${extra}`;
}

export interface PlanAsk {
  readonly source?: string;
  readonly config?: Partial<AlmanacConfig>;
  readonly tenants?: readonly string[];
  readonly lasts?: number;
}

/** Plans declarations against a runtime, as `almanac plan --base <runtime>` does. */
export async function planAgainst(port: ApplyPort, text: string, ask: PlanAsk = {}): Promise<Plan> {
  const { source = filesSource, lasts = 7 * 86_400 } = ask;
  const config = { ...standardConfig, ...ask.config };
  const own = checkText({ path: 'jobs.yaml', bytes: Buffer.from(text), named: true });
  if (own.diagnostics.length > 0) throw new Error(JSON.stringify(own.diagnostics));
  const names = [...new Set([...own.documents.map(({ tenant }) => tenant), ...(ask.tenants ?? [])])];
  const base = await port.base({ tenants: names.sort(), source });
  const others = Object.values(base.tenants).flatMap(({ declarations }) =>
    declarations.filter((one) => one.source !== source),
  );
  const documents = [...own.documents, ...keptDocuments(others).documents];
  const { manifest: after, diagnostics } = compileManifest(documents, {
    tzdata: platformTzdata(),
    zoneTable,
  });
  if (diagnostics.some(({ severity }) => severity === 'error')) throw new Error(JSON.stringify(diagnostics));
  const manifests = new Map(
    Object.entries(base.tenants).flatMap(([name, { manifest }]): [string, Manifest][] =>
      manifest ? [[name, manifest]] : [],
    ),
  );
  const joined = joinManifests(manifests);
  if (joined.apart) throw new Error(`tables of ${joined.apart.zone} differ`);
  const before = joined.manifest;
  const sides = { ...(manifests.size > 0 && { before }), after };
  const tenants = Object.fromEntries(
    Object.entries(base.tenants).map(([name, { snapshot }]) => [name, snapshot]),
  );
  const plan = planChange(
    {
      ...sides,
      base: { kind: manifests.size > 0 ? 'runtime' : 'none', label: 'the runtime' },
      target: { kind: 'directory', label: '.' },
      from: base.now,
      findings: runRules(after, documents, config, base.now),
      snapshot: { formatVersion: 1, tenants },
    },
    base.now,
  );
  const kept = keepDocuments({ documents: own.documents, calendarFile: () => undefined }, source);
  const { rules, options, waivers, approvals = 0 } = config;
  return JSON.parse(
    JSON.stringify({
      ...plan,
      findings: [...plan.findings, ...runPlanRules(plan, sides, config, base.now)],
      apply: {
        runtime: base.runtime,
        expires: base.now + lasts,
        source: { name: source, commit: 'c0ffee' },
        before: Object.fromEntries(
          Object.entries(base.tenants).map(([name, { revision, digest }]) => [name, { revision, digest }]),
        ),
        after,
        declarations: byTenant(kept),
        rules: { rules, options, waivers },
        approvals,
      },
    } satisfies Plan),
  ) as Plan;
}

function byTenant(kept: readonly KeptDeclaration[]): Record<string, KeptDeclaration[]> {
  const tenants: Record<string, KeptDeclaration[]> = {};
  for (const one of kept) tenants[one.document.tenant] = [...(tenants[one.document.tenant] ?? []), one];
  return tenants;
}
