import type { Peak, Plan, PlanSide } from '../../schema/plan.ts';
import { formatInstant } from '../manifest/index.ts';
import { countText, plural } from './columns.ts';

/** Returns what was compared, each with its name: the sides, the range, the time-zone data. */
export function headRows(plan: Plan): readonly (readonly [string, string])[] {
  const { from, until } = plan.range;
  const days = plural(Math.round((until - from) / 86_400), 'day');
  return [
    ['before', sideText(plan.before)],
    ['after', sideText(plan.after)],
    ['range', `${formatInstant(from)} to ${formatInstant(until)}, ${days}, as if applied at its start`],
    ['tzdata', tzdataText(plan)],
  ];
}

function sideText({ kind, label, digest }: PlanSide): string {
  if (kind === 'none') return 'nothing';
  return `${label}${digest ? `  (${shortDigest(digest)})` : ''}`;
}

function tzdataText({ before, after, drift, apply }: Plan): string {
  // Against a runtime in which nothing is in force there is nothing that they could differ from.
  if (before.kind === 'none' && apply) return after.tzdata ?? 'unknown';
  if (!drift.looked)
    return `${after.tzdata ?? 'unknown'} on both sides; whether it is what is in force was not looked at (that needs --base manifest.json)`;
  return before.tzdata === after.tzdata
    ? `${after.tzdata} on both sides`
    : `${before.tzdata} -> ${after.tzdata}`;
}

/** The first 12 hex digits, as git shortens its own. */
function shortDigest(digest: string): string {
  return digest.slice(0, 'sha256:'.length + 12);
}

/** Returns how many fires a side has at most in one minute, when, and whose. */
function peakText({ count, at, jobs }: Peak): string {
  if (at === undefined) return 'no fires';
  const others = count > jobs.length ? `, and ${countText(count - jobs.length)} more` : '';
  return `${plural(count, 'fire')} in the minute ${formatInstant(at)} (${jobs.join(', ')}${others})`;
}

/** Returns how many fires there are at most in one minute, when, whose, and how many before. */
export function peaksText({ before, after }: Plan['peaks']): string {
  const as = before.count === after.count ? 'as before' : `before: ${peakText(before)}`;
  return `${peakText(after)}; ${as}`;
}
