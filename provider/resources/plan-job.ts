import type { AttributeValues } from '../../compiler/index.ts';
import type { DeclaredDocument } from '../../schema/declared.ts';
import type { TenantView } from '../backends/session.ts';
import { removalText } from '../fires/impact.ts';
import { jobSideOf } from '../fires/job-side.ts';
import type { Outcome, Private } from '../plugin/provider.ts';
import { isSame, unknown, type Values } from '../wire/value.ts';
import { jobImpact, jobOutlook, tzdataOf } from './job-outlook.ts';
import { besideRemarks, jobRemarks } from './job-remarks.ts';
import { jobSurroundings } from './job-surroundings.ts';
import { type Remark, warningRemark } from './remark.ts';
import type { Workshop } from './workshop.ts';

interface JobPlan {
  readonly document: DeclaredDocument;
  readonly values: AttributeValues;
  /** The planned state but for what depends on the time. */
  readonly base: Values;
  readonly prior: Values | null;
  readonly kept: Private;
  readonly view: TenantView | undefined;
}

/**
 * Plans what a job shows of its fires. They are as of one instant, which a plan never moves: that of the state, else
 * the provider's `as_of`. So nothing changes as time passes, the two sides of a change are of one instant, and a saved
 * plan comes out the same when it is applied.
 */
export function planJob({ document, values, base, prior, kept, view }: JobPlan, workshop: Workshop): Outcome {
  const asOf = workshop.asOf();
  const from = keptInstant(kept) ?? asOf;
  const surroundings = jobSurroundings(base, document.tenant, view, workshop);
  const { outlook, diagnostics } = jobOutlook(document, surroundings, view, from);
  const isChangedInText =
    !prior ||
    Object.keys(base).some((name) => !timely.has(name) && !isSame(base[name]!, prior[name] ?? null));
  const now = asOf ?? workshop.clock();
  if (!outlook || from === undefined) {
    const isAsOfMissing = from === undefined && surroundings.isWhole;
    const remarks = jobRemarks(document, values, surroundings, diagnostics, undefined, now);
    return {
      state: { ...base, ...unknownJobFires },
      kept,
      remarks: isChangedInText ? [...remarks, ...(isAsOfMissing ? [asOfRemark] : [])] : remarks,
    };
  }
  const isSettled =
    prior && kept['digest'] === outlook.digest && isSame(prior['fires'] ?? null, outlook.fires);
  if (isSettled) {
    const { fires = null, impact = null, tzdata = null } = prior;
    // The rules speak once, when something changes.
    const remarks = isChangedInText
      ? jobRemarks(document, values, surroundings, diagnostics, undefined, now)
      : besideRemarks(document, surroundings);
    return { state: { ...base, fires, impact, tzdata }, kept, remarks };
  }
  const impact = jobImpact(
    outlook,
    view,
    String(prior?.['name'] ?? document.name),
    Math.max(from, asOf ?? from),
  );
  return {
    state: { ...base, fires: outlook.fires, impact: impact.text, tzdata: tzdataOf(outlook, view) },
    kept: { ...kept, from, digest: outlook.digest },
    remarks: jobRemarks(document, values, surroundings, diagnostics, { outlook, impact }, now),
  };
}

/** Attributes without which nobody can say when a job fires and what becomes of it. */
export const decidesFires: ReadonlySet<string> = new Set([
  'tenant',
  'name',
  'schedule',
  'policy',
  'policy_in_place',
]);

/** Plans a job of which something is not known yet that does not decide its fires: `document` has an example there. */
export function planPartOfJob({ document, base, kept, view }: JobPlan, workshop: Workshop): Outcome {
  const from = keptInstant(kept) ?? workshop.asOf();
  const surroundings = jobSurroundings(base, document.tenant, view, workshop);
  const { outlook } = jobOutlook(document, surroundings, view, from);
  const { digest: _, ...others } = kept;
  if (!outlook) return { state: { ...base, ...unknownJobFires }, kept: others, remarks: [] };
  const state = { ...base, ...unknownJobFires, fires: outlook.fires };
  return { state, kept: { ...others, from }, remarks: [] };
}

/** What depends on more than the configuration. */
const timely: ReadonlySet<string> = new Set(['fires', 'impact', 'tzdata']);

/** What a job shows while something that decides its fires is not known. */
export const unknownJobFires: Values = { fires: unknown, impact: unknown, tzdata: unknown };

/** What is told of a job that goes. */
export function jobRemovalRemarks(
  tenant: string,
  name: string,
  view: TenantView | undefined,
  workshop: Workshop,
): readonly Remark[] {
  const side = view?.inForce && jobSideOf(view.inForce.manifest, tenant, name);
  if (!side) return [];
  const from = workshop.asOf() ?? workshop.clock();
  return [
    warningRemark(
      `job ${tenant}/${name} goes: ${removalText(side, from)}`,
      'Fires that are open when it goes end `revision-removed`; runs that are going on go on.',
    ),
  ];
}

/** The instant that a state's fires are as of. */
export function keptInstant(kept: Private): number | undefined {
  const { from } = kept;
  return typeof from === 'number' ? from : undefined;
}

const asOfRemark = warningRemark(
  'the fires of new jobs are not shown, since the provider has no `as_of`',
  'Write `as_of = plantimestamp()` into the `provider "almanac"` block: then a plan shows what fires and what does not.',
);
