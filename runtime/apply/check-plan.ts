import { tamperedPart } from '../../compiler/index.ts';
import type { Plan, PlanToApply } from '../../schema/plan.ts';
import { refuse } from './refuse.ts';

/**
 * Returns what a plan brings for its apply, where it is whole.
 *
 * @throws {Refused} where it was not made against this runtime, or its parts don't belong together.
 */
export function checkPlan(plan: Plan, runtime: string): PlanToApply {
  const { apply, tenants } = plan;
  if (plan.formatVersion !== 1)
    refuse('not-appliable', `the plan has format ${String(plan.formatVersion)}; this runtime reads format 1`);
  if (!apply)
    refuse('not-appliable', 'the plan was not made against a runtime', {
      help: 'make it with `almanac plan --base <runtime> --out plan.json`',
    });
  if (apply.runtime !== runtime)
    refuse(
      'other-runtime',
      'the plan was made against another runtime: what is in force there is not what is in force here',
    );
  const changed = tamperedPart(apply.after);
  if (changed !== undefined)
    refuse('plan-differs', `the plan was changed after it was made: ${changed} is not what its digest says`);
  const compared = new Set(tenants);
  const astray =
    Object.keys(apply.after.tenants).find((tenant) => !compared.has(tenant)) ??
    tenants.find((tenant) => !Object.hasOwn(apply.before, tenant));
  if (astray !== undefined)
    refuse(
      'plan-differs',
      `the plan was changed after it was made: \`${astray}\` is on one side of it alone`,
    );
  return apply;
}
