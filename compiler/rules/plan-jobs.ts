import type { JobMeaning } from '../../schema/manifest.ts';
import type { JobChange } from '../../schema/plan.ts';
import type { PlanSides } from './plan-rule.ts';

/** Returns what a planned job means on either side, where it is there. */
export function jobsOf(
  { action, tenant, job, renamedFrom }: JobChange,
  { before, after }: PlanSides,
): { readonly before?: JobMeaning | undefined; readonly after?: JobMeaning | undefined } {
  return {
    before: action === 'add' ? undefined : before?.tenants[tenant]?.jobs[renamedFrom ?? job],
    after: action === 'remove' ? undefined : after.tenants[tenant]?.jobs[job],
  };
}
