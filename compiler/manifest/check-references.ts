import type { GrantSpec, JobSpec, ScenarioSpec, SilenceSpec, TenantSpec } from '../../schema/index.ts';
import type { Arranged, TenantDeclarations } from './arrange-declarations.ts';
import type { Bench } from './bench.ts';
import { pointerKey } from './remarks.ts';

/**
 * Remarks on names that lead nowhere inside a tenant, apart from those that a job's meaning needs: channels
 * of the Tenant, jobs of silences, grants and scenarios, and `renamedFrom`.
 */
export function checkReferences(tenant: string, declarations: TenantDeclarations, bench: Bench): void {
  const tenantDocument = declarations.Tenant.get(tenant);
  if (tenantDocument) checkChannels(tenantDocument, declarations, bench);
  checkJobNames(tenant, declarations, bench);
  checkRenames(declarations);
}

function checkChannels(
  { document, remarks }: Arranged,
  { Channel: channels, isRefused }: TenantDeclarations,
  bench: Bench,
): void {
  const { spec } = document.value as { spec: TenantSpec };
  for (const [index, name] of (spec.alerts?.channels ?? []).entries()) {
    if (channels.has(name) || isRefused('Channel', name)) continue;
    remarks.add('channel-unknown', {
      pointer: `/spec/alerts/channels/${index}`,
      message: `tenant \`${document.name}\` has no channel \`${name}\``,
      help: bench.didYouMean(
        name,
        [...channels.keys()],
        `declare a Channel \`${name}\`, or read the folder in which it stands too`,
      ),
    });
  }
}

function checkJobNames(tenant: string, declarations: TenantDeclarations, bench: Bench): void {
  const jobs = [...declarations.Job.keys()];
  const check = ({ remarks }: Arranged, pointer: string, name: string) => {
    if (name === '*' || declarations.Job.has(name) || declarations.isRefused('Job', name)) return;
    remarks.add('job-unknown', {
      pointer,
      message: `tenant \`${tenant}\` has no job \`${name}\``,
      help: bench.didYouMean(name, jobs, 'none of its jobs is among what was read'),
    });
  };
  for (const silence of declarations.Silence.values()) {
    const { spec } = silence.document.value as { spec: SilenceSpec };
    for (const [index, name] of spec.jobs.entries()) check(silence, `/spec/jobs/${index}`, name);
  }
  for (const grant of declarations.Grant.values()) {
    const { spec } = grant.document.value as { spec: GrantSpec };
    for (const [index, name] of spec.scope.jobs.entries()) check(grant, `/spec/scope/jobs/${index}`, name);
  }
  for (const scenario of declarations.Scenario.values()) {
    const { spec } = scenario.document.value as { spec: ScenarioSpec };
    for (const name of Object.keys(spec.durations ?? {})) {
      check(scenario, `/spec/durations/${pointerKey(name)}#key`, name);
    }
  }
}

/** A history goes to one job: the old name must be free, and nobody else may have taken it over. */
function checkRenames({ Job: jobs }: TenantDeclarations): void {
  const heirs = new Map<string, string>();
  for (const { document, remarks } of jobs.values()) {
    const { spec } = document.value as { spec: JobSpec };
    const old = spec.renamedFrom;
    if (old === undefined) continue;
    const heir = heirs.get(old);
    const why = jobs.has(old)
      ? old === document.name
        ? 'which is its own name'
        : 'and a job of that name is still declared'
      : heir && `and so is \`${heir}\``;
    heirs.set(old, document.name);
    if (!why) continue;
    remarks.add('renamed-from-taken', {
      pointer: '/spec/renamedFrom',
      message: `\`${document.name}\` is renamed from \`${old}\`, ${why}`,
      help: 'a history goes to one job: take `renamedFrom` away here, or the other job',
    });
  }
}
