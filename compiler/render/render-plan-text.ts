import type {
  BacklogEffect,
  DeclarationChange,
  Plan,
  ReplayEffect,
  ScenarioEffect,
} from '../../schema/plan.ts';
import { formatInstant } from '../manifest/index.ts';
import { alikeBlock, alikeJobs } from './alike-jobs.ts';
import { alignRows, countText, plural, withPlace } from './columns.ts';
import { declarationName, driftText, governedText } from './declaration-text.ts';
import { findingRows } from './finding-rows.ts';
import { headRows, peaksText } from './head-rows.ts';
import { fieldLines, jobBlock, placeText } from './job-block.ts';
import { type Paint, plainPaint } from './paint.ts';
import { actionSymbol, paintAction } from './symbols.ts';
import { visibleInLines } from './visible.ts';

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
    ...(plan.replays ?? []).map((replay) => replayBlock(replay, paint)),
    ...plan.backlog.map((backlog) => backlogBlock(backlog, paint)),
    findingRows(plan.findings, paint),
    sumBlock(plan, paint),
  ];
  const text = blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
  return visibleInLines(`${text}\n`);
}

function headBlock(plan: Plan): readonly string[] {
  return [
    'Almanac plan: what becomes of the fires to come',
    '',
    ...headRows(plan).map(([name, text]) => `  ${name.padEnd(6)}  ${text}`),
  ];
}

function declarationBlock(change: DeclarationChange, paint: Paint): readonly string[] {
  const { action, governs } = change;
  const head = withPlace(`${actionSymbol[action]} ${declarationName(change)}`, placeText(change.place));
  return [
    paint.strong(paintAction(paint, action, head)),
    ...fieldLines(change.changes, paint),
    ...(governs ? [`    governs ${governedText(governs)}`] : []),
  ];
}

function driftBlock({ drift }: Plan): readonly string[] {
  return drift.zones.map((zone) => `! ${driftText(zone)}`);
}

/** Fires of a scenario that are listed. */
const scenarioFiresMost = 12;

function scenarioBlock(scenario: ScenarioEffect, paint: Paint): readonly string[] {
  const { tenant, name, what, differ, fires, durations } = scenario;
  const shown = fires.slice(0, scenarioFiresMost);
  const rows = shown.map(({ wall, job, before, after }) => [`    ${wall}`, job, before, `-> ${after}`]);
  return [
    paint.strong(`scenario ${tenant}/${name}: ${what}`),
    `    ${differText(scenario)}; runs: ${durations}`,
    ...alignRows(rows, new Set()).map((line) => paint.change(line.trimEnd())),
    ...(differ > shown.length ? [`    and ${countText(differ - shown.length)} more`] : []),
  ];
}

function replayBlock(replay: ReplayEffect, paint: Paint): readonly string[] {
  const { differ, fires, kinds, durations } = replay;
  const shown = fires.slice(0, scenarioFiresMost);
  const rows = shown.map(({ wall, job, before, after }) => [`    ${wall}`, job, before, `-> ${after}`]);
  return [
    paint.strong(`${replayName(replay)}: ${replay.what}`),
    `    ${replayVerdict(replay)}; runs: ${durations}`,
    ...kinds.map(({ message }) => paint.change(`    ${message}`)),
    ...alignRows(rows, new Set()).map((line) => paint.change(line.trimEnd())),
    ...(differ > shown.length ? [`    and ${countText(differ - shown.length)} more`] : []),
  ];
}

/** Returns `replay of benefits, 2026-11-29T09:00:00Z to 2026-11-30T09:00:00Z`. */
export function replayName({ tenant, range }: ReplayEffect): string {
  return `replay of ${tenant}, ${formatInstant(range.from)} to ${formatInstant(range.until)}`;
}

/** Returns `3 of 24 fires would have had another outcome`, and how many could not be told. */
export function replayVerdict({ compared, differ, unlike }: ReplayEffect): string {
  const many = `${differ === 0 ? 'none' : countText(differ)} of ${plural(compared, 'fire')} would have had another outcome`;
  return unlike === 0
    ? many
    : `${many}; of ${plural(unlike, 'fire')} it is not known, for something that is not replayed had a part in ${unlike === 1 ? 'it' : 'them'}`;
}

function backlogBlock(
  { tenant, waiting, running, differ, fires }: BacklogEffect,
  paint: Paint,
): readonly string[] {
  const rows = fires.map(({ wall, job, before, after }) => [`    ${wall}`, job, before, `-> ${after}`]);
  return [
    paint.strong(
      `waiting now in ${tenant}: ${plural(waiting, 'fire')}, beside ${plural(running, 'run')} going on`,
    ),
    `    ${differ === 0 ? 'none' : countText(differ)} would have another outcome`,
    ...alignRows(rows, new Set()).map((line) => paint.change(line.trimEnd())),
    ...(differ > fires.length ? [`    and ${countText(differ - fires.length)} more`] : []),
  ];
}

/** Returns `3 of 24 fires would have another outcome`. */
export function differText({ compared, differ }: ScenarioEffect): string {
  return `${differ === 0 ? 'no' : countText(differ)} of ${plural(compared, 'fire')} would have another outcome`;
}

function sumBlock(plan: Plan, paint: Paint): readonly string[] {
  const { jobs, fires } = plan.counts;
  if (plan.jobs.length + plan.declarations.length + plan.drift.zones.length === 0) {
    return [
      `No changes of meaning. ${plural(jobs.unchanged, 'job')} in ${plural(plan.tenants.length, 'tenant')} ${jobs.unchanged === 1 ? 'stays as it is' : 'stay as they are'}.`,
    ];
  }
  return [
    paint.strong(
      `Jobs: ${jobs.added} to add, ${jobs.changed} to change, ${jobs.removed} to remove; ${countText(jobs.unchanged)} stay as they are.`,
    ),
    paint.strong(
      `Fires of the jobs that change: ${paint.add(`+ ${countText(fires.added)} added`)}, ${paint.remove(`- ${countText(fires.removed)} removed`)}, ${paint.change(`± ${countText(fires.moved)} moved`)}, ${paint.change(`~ ${countText(fires.altered)} altered`)}; ${countText(fires.unchanged)} at the same instant.`,
    ),
    `Peak: ${peaksText(plan.peaks)}`,
    `Plan ${plan.digest}`,
    ...(plan.apply ? [appliableText(plan.apply)] : []),
    paint.faint('+ added  - removed  ± moved  ~ altered: same instant, another outcome or span  o no fire'),
  ];
}

/** Returns until when and under which name a plan can be applied. */
function appliableText({ expires, source, approvals }: NonNullable<Plan['apply']>): string {
  const commit =
    source.commit === undefined
      ? ''
      : ` at ${source.commit.slice(0, 12)}${source.commit.endsWith('+changes') ? ' with changes' : ''}`;
  const asks = approvals === 0 ? '' : `, once approved by ${plural(approvals, 'other')}`;
  return `It can be applied until ${formatInstant(expires)} as \`${source.name}\`${commit}${asks}.`;
}

/** Whether a plan has a change of meaning: exit code 2 under `--detailed-exitcode`. */
export function hasChanges(plan: Plan): boolean {
  return plan.jobs.length + plan.declarations.length + plan.drift.zones.length > 0;
}
