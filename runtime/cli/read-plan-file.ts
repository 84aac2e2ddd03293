import { resolve } from 'node:path';
import { type Call, CallError, readNamedFile } from '../../compiler/cli/index.ts';
import type { Plan } from '../../schema/plan.ts';

/** A plan that was made against a runtime. */
export type AppliablePlan = Plan & Required<Pick<Plan, 'apply'>>;

/**
 * Reads the plan that the first word of a call names.
 *
 * @throws {CallError} where there is none, or it was not made against a runtime.
 */
export function readPlanFile({ words, io }: Call): AppliablePlan {
  const shown = words[0]!;
  const help = 'make one with `almanac plan --base <runtime> --out plan.json`';
  let plan: Partial<Plan> | null;
  try {
    plan = JSON.parse(readNamedFile(resolve(io.cwd(), shown), shown)) as Partial<Plan> | null;
  } catch (error) {
    if (error instanceof CallError) throw error;
    throw new CallError(`\`${shown}\` is not JSON`, help);
  }
  if (typeof plan !== 'object' || plan === null || typeof plan.digest !== 'string' || !plan.range)
    throw new CallError(`\`${shown}\` is not a plan`, help);
  if (plan.formatVersion !== 1)
    throw new CallError(
      `\`${shown}\` has plan format ${String(plan.formatVersion)}; this almanac reads format 1`,
      'use the almanac that wrote it, or make it again',
    );
  if (!plan.apply)
    throw new CallError(`\`${shown}\` was not made against a runtime, so it can't be applied to one`, help);
  return plan as AppliablePlan;
}
