import { planChange, runPlanRules, runRules } from '../../compiler/index.ts';
import type { DeclaredDocument } from '../../schema/declared.ts';
import type { Manifest } from '../../schema/manifest.ts';
import type { Plan, PlanRuling } from '../../schema/plan.ts';
import type { Snapshot } from '../../schema/snapshot.ts';
import type { Instant } from '../../schema/time.ts';

export interface PlanSources {
  /** Absent where nothing is in force. */
  readonly before?: Manifest;
  readonly after: Manifest;
  /** Those that `after` was compiled from. */
  readonly documents: readonly DeclaredDocument[];
  readonly snapshot: Snapshot;
}

/** A range that ends sooner than this says little. */
const rangeLeast = 7 * 86_400;

/**
 * Makes a reviewed plan again, as if applied at `now`, to the same end where that is far enough.
 */
export function planAgain(
  reviewed: Pick<Plan, 'before' | 'after' | 'range'>,
  { before, after, documents, snapshot }: PlanSources,
  ruling: PlanRuling,
  now: Instant,
): Plan {
  const { until } = reviewed.range;
  const sides = { ...(before && { before }), after };
  const plan = planChange(
    {
      ...sides,
      base: sideOf(reviewed.before),
      target: sideOf(reviewed.after),
      from: now,
      ...(until - now >= rangeLeast && { until }),
      findings: runRules(after, documents, ruling, now),
      snapshot,
    },
    now,
  );
  return { ...plan, findings: [...plan.findings, ...runPlanRules(plan, sides, ruling, now)] };
}

function sideOf({ kind, label }: Plan['before']): Pick<Plan['before'], 'kind' | 'label'> {
  return { kind, label };
}
