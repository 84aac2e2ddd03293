import type { FieldChange, JobChange, Plan } from '../../schema/plan.ts';
import { formatInstant } from '../manifest/index.ts';
import { clip } from './clip.ts';
import { alignRows, countText, plural } from './columns.ts';
import { declarationName, driftText } from './declaration-text.ts';
import { findingRows } from './finding-rows.ts';
import { applyDateText, nextFireText } from './next-fire-text.ts';
import { type Paint, plainPaint } from './paint.ts';
import { reviewOrder } from './review-order.ts';
import { actionSymbol, paintAction } from './symbols.ts';
import { countedSigns, jobsVerdict } from './verdict.ts';
import { visibleInLines } from './visible.ts';

/** Jobs and declarations that are named; the others are counted. */
const jobsMost = 20;
const declarationsMost = 6;
/** Changed fields of one job that are told. */
const fieldsMost = 2;

/**
 * Renders what a person must see of a plan before it is applied, on one screen: each job in a line, those first whose
 * fires go away; what the rules find; how many fires. The rest is in the plan itself.
 */
export function renderPlanSummary(plan: Plan, paint: Paint = plainPaint): string {
  const blocks = [
    [paint.strong(jobsVerdict(plan))],
    [...jobRows(plan.jobs, paint), ...declarationRow(plan), ...drifts(plan), ...aroundApply(plan.jobs)],
    findings(plan, paint),
    fires(plan, paint),
  ];
  const text = blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
  return visibleInLines(`${text}\n`);
}

function jobRows(jobs: readonly JobChange[], paint: Paint): readonly string[] {
  const groups = reviewOrder(jobs);
  const shown = groups.slice(0, jobsMost);
  const rows = shown.map((group) => {
    const [job] = group;
    const others = group.length === 1 ? '' : ` and ${countText(group.length - 1)} more alike`;
    const name = `${job!.tenant}/${job!.job}${others}`;
    return [`  ${actionSymbol[job!.action]} ${name}`, whatChanges(job!), `next ${nextFireText(job!)}`];
  });
  const lines = alignRows(rows, new Set()).map((line, index) =>
    paintAction(paint, shown[index]![0]!.action, line.slice(1)),
  );
  const left = groups.slice(jobsMost).reduce((sum, group) => sum + group.length, 0);
  return left === 0 ? lines : [...lines, `  and ${plural(left, 'job')} more`];
}

/** What of a job's schedule a person knows it by. */
const schedulePaths = ['schedule.cron', 'schedule.every', 'schedule.at', 'schedule.manual', 'schedule.zone'];

function whatChanges({ action, changes }: JobChange): string {
  if (action !== 'change')
    return schedulePaths
      .flatMap((path) => changes.find((field) => field.path === path) ?? [])
      .map((field) => onlySideText(field))
      .join(' ');
  const shown = changes.slice(0, fieldsMost).map(changeText);
  const left = changes.length - shown.length;
  return [...shown, ...(left > 0 ? [`${countText(left)} more`] : [])].join(', ');
}

const valueMost = 40;

function onlySideText({ path, before, after }: FieldChange): string {
  const value = clip(after ?? before ?? '', valueMost);
  return path === 'schedule.zone' ? value : `${path.slice('schedule.'.length)} ${value}`;
}

function changeText({ path, before = 'none', after = 'none' }: FieldChange): string {
  return `${path} ${clip(before, valueMost)} -> ${clip(after, valueMost)}`;
}

function declarationRow({ declarations }: Plan): readonly string[] {
  if (declarations.length === 0) return [];
  const shown = declarations
    .slice(0, declarationsMost)
    .map((one) => `${actionSymbol[one.action]} ${declarationName(one)}`);
  const left = declarations.length - shown.length;
  return [`  ${[...shown, ...(left > 0 ? [`${countText(left)} more`] : [])].join(', ')}`];
}

function drifts({ drift }: Plan): readonly string[] {
  return drift.zones.map((zone) => `  ! ${driftText(zone)}`);
}

/** Dates on which a job fires once more or not at all: of some, since each is one that nobody asked for. */
function aroundApply(jobs: readonly JobChange[]): readonly string[] {
  const all = jobs.flatMap((job) =>
    job.applyDates.map((date) => `  ! ${job.tenant}/${job.job} ${applyDateText(date)}`),
  );
  const left = all.length - jobsMost;
  return left > 0 ? [...all.slice(0, jobsMost), `  and ${plural(left, 'such date')} more`] : all;
}

function findings(plan: Plan, paint: Paint): readonly string[] {
  const told = plan.findings.filter(({ code }) => code !== 'waived');
  const waivers = plan.findings.length - told.length;
  return [
    ...findingRows(told, paint),
    ...(waivers === 0 ? [] : [paint.faint(`  ${plural(waivers, 'waiver')} in use`)]),
  ];
}

function fires({ counts, range, jobs }: Plan, paint: Paint): readonly string[] {
  const signs = countedSigns(counts.fires).filter(({ count }) => count > 0);
  if (jobs.length === 0 || signs.length === 0) return [];
  const told = signs.map(({ action, sign, count, word }) =>
    paintAction(paint, action, `${sign} ${countText(count)} ${word}`),
  );
  return [`Fires until ${formatInstant(range.until).slice(0, 10)}: ${told.join(', ')}.`];
}
