import { planChange, runPlanRules } from '../../compiler/index.ts';
import type { Diagnostic } from '../../schema/diagnostic.ts';
import type { Manifest } from '../../schema/manifest.ts';
import type { Plan, PlanRuling } from '../../schema/plan.ts';
import type { Snapshot } from '../../schema/snapshot.ts';
import type { Instant } from '../../schema/time.ts';
import type { RevisionDetail } from '../apply/index.ts';

/** One side of a plan between revisions; a detail is absent of the time before the first. */
export interface RevisionSide {
  readonly label: string;
  readonly detail: RevisionDetail | undefined;
}

export interface PlanBetween {
  readonly plan: Plan;
  readonly sides: { readonly before?: Manifest; readonly after: Manifest };
}

/**
 * Plans the change from one revision to another, as if it were applied at `now`. `findings`: what the rules say of the
 * declarations of `after`, where somebody is to review them.
 */
export function planBetween(
  before: RevisionSide,
  after: RevisionSide,
  ruling: PlanRuling,
  now: Instant,
  {
    snapshot,
    findings = [],
  }: { readonly snapshot?: Snapshot; readonly findings?: readonly Diagnostic[] } = {},
): PlanBetween {
  const sides = {
    ...(before.detail && { before: before.detail.manifest }),
    after: after.detail?.manifest ?? nothing,
  };
  const plan = planChange(
    {
      ...sides,
      base: sideOf(before),
      target: sideOf(after),
      from: now,
      findings,
      ...(snapshot && { snapshot }),
    },
    now,
  );
  const found = [...plan.findings, ...runPlanRules(plan, sides, ruling, now)];
  return { plan: { ...plan, findings: found }, sides };
}

function sideOf({ label, detail }: RevisionSide): Pick<Plan['before'], 'kind' | 'label'> {
  return { kind: detail ? 'runtime' : 'none', label };
}

/** What is in force before the first revision. */
const nothing: Manifest = {
  formatVersion: 1,
  digest: '',
  tenants: {},
  zones: {},
  tzdata: '',
  sources: {},
};
