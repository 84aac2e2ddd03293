import type { PlanRuling } from '../../schema/plan.ts';

/** How a runtime carries out applies; none of it comes from who applies. */
export interface ApplyOptions {
  /** How findings are judged, instead of by what the plan says. */
  readonly ruling?: PlanRuling;
  /** The least approvals of any plan, by others than who applies. A plan may ask for more. @default 0 */
  readonly approvalsLeast?: number;
  /** How long an answer is waited for, in milliseconds. @default 30,000 */
  readonly answerWithinMs?: number;
  /** Waits so many milliseconds between two looks for an answer; tests give their own. */
  readonly pause?: (ms: number) => Promise<void>;
}

/** Waits by the machine's clock. */
export const pauseFor = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
