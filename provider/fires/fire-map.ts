import {
  type DstWindow,
  dstWindows,
  fires,
  formatInstant,
  nextFire,
  type Omission,
  omissions,
  previousFire,
  type Schedule,
} from '../../compiler/index.ts';
import type { JobMeaning } from '../../schema/manifest.ts';
import type { Instant, Seconds } from '../../schema/time.ts';
import { describeFire, omissionText } from './outcome-text.ts';

const day: Seconds = 86_400;

/** How much of each sort is listed. Together below 60, so that state stays small and a plan can be read. */
const most = { next: 10, perTransition: 8, transitions: 2, omissions: 10 } as const;

/** Shortest and longest stretch that is looked at. */
const lookAhead = { least: 90 * day, most: 400 * day } as const;

/** Past the second pass of a fold, and past what a gap shifts. */
const pastTransition: Seconds = 3 * 3600;

/**
 * What becomes of a job's fires after `from`, by instant in UTC: the next ones, those at and around the next two
 * changes of the clocks, and the next times that give no fire. A function of meaning, zone table and `from` alone, so
 * that the same map comes out whenever nothing of these differs.
 */
export function fireMap(
  job: JobMeaning,
  schedule: Schedule,
  from: Instant,
): Readonly<Record<string, string>> {
  const transitions = transitionsAfter(schedule, from);
  const until = lookAheadUntil(schedule, from);
  const instants = new Set<Instant>();
  for (const at of nextFires(schedule, from, most.next)) instants.add(at);
  for (const at of transitions)
    for (const fire of firesAround(schedule, at)) if (fire > from) instants.add(fire);

  const entries = new Map<Instant, string>();
  const omitted = [
    ...firstOmissions(schedule, from + 1, until),
    ...transitions.flatMap((at) => clockOmissions(schedule, at)),
  ];
  for (const omission of omitted)
    if (omission.at > from) entries.set(omission.at, omissionText(omission, schedule));
  for (const at of instants) {
    const text = describeFire(job, schedule, at);
    if (text !== '') entries.set(at, text);
  }
  return Object.fromEntries(
    [...entries].sort(([a], [b]) => a - b).map(([at, text]) => [formatInstant(at), text]),
  );
}

/** The end of the stretch that is looked at: past the next two changes of the clocks, 90 to 400 days. */
export function lookAheadUntil(schedule: Schedule, from: Instant): Instant {
  const last = transitionsAfter(schedule, from).at(-1) ?? from;
  return Math.min(Math.max(from + lookAhead.least, last + pastTransition), from + lookAhead.most);
}

function transitionsAfter({ table, meaning: { timing } }: Schedule, from: Instant): readonly Instant[] {
  // An interval does not know of clocks.
  if (timing.kind === 'every' || timing.kind === 'manual') return [];
  return table.transitions.filter((at) => at > from && at < from + lookAhead.most).slice(0, most.transitions);
}

function nextFires(schedule: Schedule, from: Instant, count: number): readonly Instant[] {
  const found: Instant[] = [];
  let at: Instant | undefined = from;
  while (found.length < count) {
    at = nextFire(schedule, at);
    if (at === undefined) break;
    found.push(at);
  }
  return found;
}

/** The fires in a gap or fold, and the one on either side of it. */
function firesAround(schedule: Schedule, transition: Instant): readonly Instant[] {
  const window = windowAt(schedule, transition);
  if (!window) return [];
  const near = fires(schedule, transition - day, transition + day);
  const inside = [...near.scheduled].filter((_, index) => isInside(near.nominal[index]!, window));
  const [first = transition] = inside;
  const last = inside.at(-1) ?? transition - 1;
  const sides = [previousFire(schedule, first), nextFire(schedule, last)];
  return [...inside.slice(0, most.perTransition), ...sides.filter((at) => at !== undefined)];
}

function clockOmissions(schedule: Schedule, transition: Instant): readonly Omission[] {
  return omissions(schedule, transition - day, transition + day)
    .filter(({ cause }) => cause.startsWith('dst.'))
    .slice(0, most.perTransition);
}

/**
 * The next times that give no fire, whatever takes them away. Searched in pieces: a pause over fires of every second
 * has some thirty million of them.
 */
function firstOmissions(schedule: Schedule, from: Instant, until: Instant): readonly Omission[] {
  const { meaning, skips } = schedule;
  // The changes of the clocks are looked at by themselves.
  const hasOthers = meaning.exclude || meaning.include || meaning.pause || skips.size > 0;
  if (!hasOthers) return [];
  const { timing } = meaning;
  const isDense =
    timing.kind === 'every'
      ? timing.every < 60
      : timing.kind === 'cron' && timing.expressions.some(hasSeconds);
  const step = isDense ? 3600 : 30 * day;
  const end = isDense ? Math.min(until, from + lookAhead.least) : until;
  const found: Omission[] = [];
  for (let at = from; at < end && found.length < most.omissions; at += step) {
    found.push(...omissions(schedule, at, Math.min(at + step, end)));
  }
  return found.slice(0, most.omissions);
}

const hasSeconds = (expression: string) => expression.split(' ').length === 6;

function windowAt({ table }: Schedule, transition: Instant): DstWindow | undefined {
  return dstWindows(table, transition - day, transition + day).find(
    ({ kind, at }) => kind !== 'offset' && at === transition,
  );
}

const isInside = (nominal: number, { from, until }: DstWindow) => nominal >= from && nominal < until;
