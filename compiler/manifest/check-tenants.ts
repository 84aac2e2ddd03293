import type { TenantDeclarations } from './arrange-declarations.ts';
import { closest } from './closest.ts';

/**
 * Remarks on tenants that have jobs and no Tenant document, once each, at its first job: a mistyped tenant
 * shows itself by this, since its name is nowhere else held against anything.
 */
export function checkTenants(declared: ReadonlyMap<string, TenantDeclarations>): void {
  const known = [...declared].flatMap(([name, { Tenant }]) => (Tenant.has(name) ? [name] : []));
  for (const [tenant, { Tenant, Job: jobs, isRefused }] of declared) {
    const [first] = jobs.values();
    if (!first || Tenant.has(tenant) || isRefused('Tenant', tenant)) continue;
    // With very many tenants a guess is not worth comparing each with each.
    const meant = known.length > 1000 ? undefined : closest(tenant, known);
    first.remarks.add('tenant-undeclared', {
      pointer: '/metadata/tenant',
      message: `tenant \`${tenant}\` has ${jobs.size === 1 ? 'a job' : `${jobs.size} jobs`} and no Tenant document among what was read`,
      help:
        meant === undefined
          ? 'declare the Tenant with its owners, or read the folder in which it stands too'
          : `did you mean \`${meant}\`?`,
    });
  }
}
