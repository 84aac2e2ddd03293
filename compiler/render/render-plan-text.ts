import type { DeclarationChange, Peak, Plan, PlanSide, ScenarioEffect } from '../../schema/plan.ts';
import { formatInstant } from '../manifest/index.ts';
import { alikeBlock, alikeJobs } from './alike-jobs.ts';
import { alignRows, countText, plural, withPlace } from './columns.ts';
import { fieldLines, jobBlock, placeText } from './job-block.ts';
import { type Paint, plainPaint } from './paint.ts';
import { actionSymbol, paintAction } from './symbols.ts';

/**
 * Renders a plan for a terminal, in the manner of `terraform plan`: what the change is, then each job with its
 * fires per DST window, then the sums. Reads well without colour and in about a hundred columns.
 */
export function renderPlanText(plan: Plan, paint: Paint = plainPaint): string {
  const blocks = [
    headBlock(plan),
    ...plan.declarations.map((change) => declarationBlock(change, paint)),
    ...alikeJobs(plan.jobs).map((jobs) =>
      jobs.length > 1 ? alikeBlock(jobs, paint) : jobBlock(jobs[0]!, paint),
    ),
    driftBlock(plan),
    ...plan.scenarios.map((scenario) => scenarioBlock(scenario, paint)),
    sumBlock(plan, paint),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function headBlock(plan: Plan): readonly string[] {
  const { from, until } = plan.range;
  const days = Math.round((until - from) / 86_400);
  return [
    'Almanac plan: what becomes of the fires to come',
    '',
    `  before  ${sideText(plan.before)}`,
    `  after   ${sideText(plan.after)}`,
    `  range   ${formatInstant(from)} to ${formatInstant(until)}, ${plural(days, 'day')}, as if applied at its start`,
    `  tzdata  ${tzdataText(plan)}`,
  ];
}

function sideText({ kind, label, digest }: PlanSide): string {
  if (kind === 'none') return 'nothing';
  return `${label}${digest ? `  (${shortDigest(digest)})` : ''}`;
}

function tzdataText({ before, after, drift }: Plan): string {
  if (!drift.looked)
    return `${after.tzdata ?? 'unknown'} on both sides; drift against tables in force was not looked at`;
  return before.tzdata === after.tzdata
    ? `${after.tzdata} on both sides`
    : `${before.tzdata} -> ${after.tzdata}`;
}

/** The first 12 hex digits, as git shortens its own. */
function shortDigest(digest: string): string {
  return digest.slice(0, 'sha256:'.length + 12);
}

/** Jobs that a policy or calendar governs are named up to this many. */
const governedMost = 6;

function declarationBlock(change: DeclarationChange, paint: Paint): readonly string[] {
  const { action, kind, tenant, name, governs } = change;
  const what = kind === 'Tenant' ? `tenant ${tenant}` : `${kind.toLowerCase()} ${tenant}/${name}`;
  const head = withPlace(`${actionSymbol[action]} ${what}`, placeText(change.place));
  return [
    paint.strong(paintAction(paint, action, head)),
    ...fieldLines(change.changes, paint),
    ...(governs ? [`    governs ${governedText(governs)}`] : []),
  ];
}

function governedText(jobs: readonly string[]): string {
  if (jobs.length === 0) return 'no job';
  const shown = jobs.slice(0, governedMost).join(', ');
  const more = jobs.length - governedMost;
  return `${plural(jobs.length, 'job')}: ${shown}${more > 0 ? `, and ${countText(more)} more` : ''}`;
}

function driftBlock({ drift }: Plan): readonly string[] {
  return drift.zones.map(
    ({ zone, from, jobs }) =>
      `! zone ${zone}: its offsets differ from ${formatInstant(from)} on; ${plural(jobs.length, 'job')} on both sides`,
  );
}

/** Fires of a scenario that are listed. */
const scenarioFiresMost = 12;

function scenarioBlock(scenario: ScenarioEffect, paint: Paint): readonly string[] {
  const { tenant, name, what, compared, differ, fires, durations } = scenario;
  const shown = fires.slice(0, scenarioFiresMost);
  const rows = shown.map(({ wall, job, before, after }) => [`    ${wall}`, job, before, `-> ${after}`]);
  return [
    paint.strong(`scenario ${tenant}/${name}: ${what}`),
    `    ${differ === 0 ? 'no' : countText(differ)} of ${plural(compared, 'fire')} would have another outcome; runs: ${durations}`,
    ...alignRows(rows, new Set()).map((line) => paint.change(line.trimEnd())),
    ...(differ > shown.length ? [`    and ${countText(differ - shown.length)} more`] : []),
  ];
}

function sumBlock(plan: Plan, paint: Paint): readonly string[] {
  const { jobs, fires } = plan.counts;
  if (plan.jobs.length + plan.declarations.length + plan.drift.zones.length === 0) {
    return [
      `No changes of meaning. ${plural(jobs.unchanged, 'job')} in ${plural(plan.tenants.length, 'tenant')} stay as they are.`,
    ];
  }
  return [
    paint.strong(
      `Jobs: ${jobs.added} to add, ${jobs.changed} to change, ${jobs.removed} to remove; ${countText(jobs.unchanged)} stay as they are.`,
    ),
    paint.strong(
      `Fires of the jobs that change: ${paint.add(`+ ${countText(fires.added)} added`)}, ${paint.remove(`- ${countText(fires.removed)} removed`)}, ${paint.change(`± ${countText(fires.moved)} moved`)}, ${paint.change(`~ ${countText(fires.altered)} altered`)}; ${countText(fires.unchanged)} at the same instant.`,
    ),
    `Peak: ${peakText(plan.peaks.before)} -> ${peakText(plan.peaks.after)}`,
    `Plan ${plan.digest}`,
  ];
}

function peakText({ count, at, jobs }: Peak): string {
  if (at === undefined) return 'no fires';
  const others = count > jobs.length ? `, and ${countText(count - jobs.length)} more` : '';
  return `${plural(count, 'fire')} in the minute ${formatInstant(at)} (${jobs.join(', ')}${others})`;
}

/** Whether a plan has a change of meaning: exit code 2 under `--detailed-exitcode`. */
export function hasChanges(plan: Plan): boolean {
  return plan.jobs.length + plan.declarations.length + plan.drift.zones.length > 0;
}
