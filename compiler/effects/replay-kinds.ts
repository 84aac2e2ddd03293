import type { PolicyMeaning } from '../../schema/manifest.ts';
import type { ReplayEffect } from '../../schema/plan.ts';
import type { Instant, ZoneTable } from '../../schema/time.ts';
import type { SimulatedFire } from '../simulate/index.ts';
import { clockText, dateText, dayAndClockText, offsetIn } from '../time/index.ts';

/** A fire with what is needed to tell of it. */
export interface PlayedFire {
  readonly fire: SimulatedFire;
  readonly policy: PolicyMeaning;
  readonly table: ZoneTable | undefined;
}

/** Both sides of a fire whose outcome differs; on one of them it may not exist. */
interface Change {
  readonly was: PlayedFire | undefined;
  readonly is: PlayedFire | undefined;
}

/** Gathers fires with the same two outcomes, most first, each kind as a sentence without its end. */
export function replayKinds(changes: readonly Change[]): ReplayEffect['kinds'] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const key = `${wordOf(change.was)} ${wordOf(change.is)}`;
    const group = groups.get(key);
    if (group) group.push(change);
    else groups.set(key, [change]);
  }
  return [...groups.values()]
    .sort((a, b) => b.length - a.length)
    .map((group) => ({ count: group.length, message: messageOf(group) }));
}

/** `dispatched`, a cause, `waiting`, or `none` where there is no such fire. */
function wordOf(side: PlayedFire | undefined): string {
  if (!side) return 'none';
  const { fate } = side.fire;
  return fate.kind === 'ended' || fate.kind === 'waiting' ? fate.cause : fate.kind;
}

function messageOf(group: readonly Change[]): string {
  const [{ was, is }] = group as [Change];
  const [before, after] = [wordOf(was), wordOf(is)];
  const many = group.length === 1 ? 'fire' : 'fires';
  const were = group.length === 1 ? 'was' : 'were';
  const subject = `${group.length} ${many} that ${before === 'none' ? `${were} not there` : `${were} ${pastText(before)}`}`;
  if (after === 'none') return `${subject} would not have been there`;
  if (before === 'dispatched' && after === 'dispatched')
    return `${subject} would have been so at another time, for another span or with another end`;
  if (after === 'dispatched') return `${subject} would have been dispatched ${timesText(group)}`;
  return `${subject} would have been ${pastText(after)}`;
}

function pastText(word: string): string {
  return word === 'undecided' ? 'not decided yet' : word;
}

/** `at 07:05`, `between 07:05 and 07:35`; with dates where these differ, in UTC where the zones do. */
function timesText(group: readonly Change[]): string {
  const tables = new Set(group.map(({ is }) => is!.table?.zone));
  const table = tables.size === 1 ? group[0]!.is!.table : undefined;
  const instants = group.flatMap(({ is }): Instant[] =>
    is!.fire.fate.kind === 'dispatched' ? [is!.fire.fate.at] : [],
  );
  const walls = instants.map((at) => at + offsetIn(table, at)).sort((a, b) => a - b);
  const [first, last] = [walls[0]!, walls.at(-1)!];
  const text = dateText(first) === dateText(last) ? clockText : dayAndClockText;
  const zone = table === undefined ? ' UTC' : '';
  return first === last ? `at ${text(first)}${zone}` : `between ${text(first)} and ${text(last)}${zone}`;
}
