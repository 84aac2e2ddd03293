import { type AttributeValues, runRules, standardConfig } from '../../compiler/index.ts';
import type { DeclaredDocument } from '../../schema/declared.ts';
import type { Diagnostic } from '../../schema/diagnostic.ts';
import type { Instant } from '../../schema/time.ts';
import type { Impact } from '../fires/impact.ts';
import { ofOtherDeclarations } from './check-config.ts';
import { remarkAt } from './diagnostic-remark.ts';
import type { JobOutlook } from './job-outlook.ts';
import type { JobSurroundings } from './job-surroundings.ts';
import { type Remark, warningRemark } from './remark.ts';

/** What a person should read of a job that changes: which fires, why, and what the rules say. */
export function jobRemarks(
  document: DeclaredDocument,
  values: AttributeValues,
  surroundings: JobSurroundings,
  diagnostics: readonly Diagnostic[],
  planned: { readonly outlook: JobOutlook; readonly impact: Impact } | undefined,
  now: Instant,
): readonly Remark[] {
  const id = `${document.tenant}/${document.name}`;
  const findings = planned
    ? runRules(planned.outlook.side.manifest, [document, ...surroundings.named], standardConfig, now)
    : [];
  const own = [...diagnostics, ...findings].filter(
    ({ span, severity }) => span?.file === document.file && severity !== 'info',
  );
  return [
    ...besideRemarks(document, surroundings),
    ...(planned?.impact.isAlteration || planned?.outlook.drifted
      ? [impactRemark(id, planned.impact, planned.outlook.drifted)]
      : []),
    ...own
      .filter(({ code }) => code !== 'tenant-undeclared')
      .map((diagnostic) => remarkAt(document, asWarning(diagnostic), values)),
  ];
}

/** A name that leads nowhere yet may be declared in this very apply, which is where it is told as an error. */
function asWarning(diagnostic: Diagnostic): Diagnostic {
  return ofOtherDeclarations.has(diagnostic.code) ? { ...diagnostic, severity: 'warning' } : diagnostic;
}

function impactRemark(id: string, { text, change }: Impact, drifted: string | undefined): Remark {
  const { before, after } = change?.firstFire ?? {};
  const next =
    before && after && before.due !== after.due ? [`Next fire: ${before.wall} -> ${after.wall}.`] : [];
  const gone = before && !after ? [`Next fire: ${before.wall} -> none.`] : [];
  const drift = drifted
    ? [
        `The time-zone data of this machine give other fires in ${drifted} than those in force. Applied, they hold for every job of the tenant in that zone.`,
      ]
    : [];
  const dates = (change?.applyDates ?? []).map(({ date, message }) => `${date}: ${message}.`);
  return warningRemark(`job ${id}: ${text}`, [...drift, ...next, ...gone, ...dates].join('\n'));
}

/** Says of what a job names as text and changes in the same plan that its effect is not shown. */
export function besideRemarks(
  { tenant, name }: DeclaredDocument,
  { changedBeside }: JobSurroundings,
): readonly Remark[] {
  return changedBeside.map((changed) => besideRemark(`${tenant}/${name}`, changed));
}

function besideRemark(id: string, name: string): Remark {
  return warningRemark(
    `job ${id}: \`${name}\` changes in this plan, and what it alters of the job's fires is not shown`,
    `The job names it as text. Write \`almanac_policy.NAME.spec\` (of a calendar, \`almanac_calendar.NAME.spec\`), and the plan shows the altered fires.`,
  );
}
