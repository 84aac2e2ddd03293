import type { JobMeaning, Manifest } from '../../schema/manifest.ts';
import type { OutcomeChange, ReplayEffect } from '../../schema/plan.ts';
import type { RecordedFire, RecordedHistory } from '../../schema/recorded-history.ts';
import type { Instant, Seconds } from '../../schema/time.ts';
import { formatDuration, formatInstant, scheduleOf, tableOf } from '../manifest/index.ts';
import { type SimulatedFire, type SimulatedJob, simulate, simulatedJob } from '../simulate/index.ts';
import { dayAndClockText, fires, offsetIn } from '../time/index.ts';
import { capsOf } from './caps-of.ts';
import { outcomeKey, outcomeText, outcomeTexts } from './outcome-text.ts';
import { type PlayedFire, replayKinds } from './replay-kinds.ts';

/** Differing fires that are listed; the others are counted. */
const listedMost = 50;
/** Fires that a replay may hold, each decided twice. */
const playedMost = 200_000;
/** Outages that are named; the others are counted. */
const outagesMost = 5;
/** A dispatch this much away from the one that is recorded is another one: slots were taken by something else. */
const awayMost: Seconds = 60;

/**
 * Decides what a runtime recorded of one tenant again: once under what was in force, once as if `after` had been all
 * the while, with the outages and the run durations of the record. Fires for which the first does not give what was
 * recorded are counted apart, since something had a part in them that is not replayed. Undefined where the tenant had
 * nothing in force.
 */
export function replayEffect(after: Manifest, history: RecordedHistory): ReplayEffect | undefined {
  const { tenant, revisions } = history;
  const [first] = revisions;
  if (!first) return undefined;
  // Before anything was in force there is nothing to compare with.
  const from = Math.max(history.range.from, first.inForceFrom + 1);
  const range = { from, until: history.cutAt ?? history.range.until };
  if (range.until <= range.from) return undefined;
  const recorded = new Map(history.fires.flatMap((fire) => eachOf(history, fire)));
  const lasts = durationsOf(recorded);
  const about = { tenant, range, what: whatText(history), durations: lasts.text };
  const manifests = [...revisions.map(({ manifest }) => manifest), after];
  if (manifests.some((manifest) => countFires(manifest, tenant, range) > playedMost)) {
    const what = `${about.what} (not decided again: there are more than ${playedMost} fires)`;
    return { ...about, what, compared: 0, differ: 0, fires: [], kinds: [], unlike: 0 };
  }
  const were = play(
    revisions.map(({ manifest, inForceFrom }) => ({ manifest, at: inForceFrom })),
    history,
    range,
    lasts.of,
  );
  const are = play([{ manifest: after, at: range.from }], history, range, lasts.of);
  const changes: Change[] = [];
  let [compared, unlike] = [0, 0];
  const keys = new Set([...were.keys(), ...are.keys()]);
  for (const key of keys) {
    const [was, is] = [were.get(key), are.get(key)];
    const record = recorded.get(key);
    if (isOpen(record)) continue;
    compared++;
    if (was && !isAsRecorded(was, record)) unlike++;
    else if (!was || !is || outcomeKey(was.fire, was.policy) !== outcomeKey(is.fire, is.policy))
      changes.push({ was, is });
  }
  changes.sort(
    (a, b) => fireOf(a).scheduled - fireOf(b).scheduled || (fireOf(a).job < fireOf(b).job ? -1 : 1),
  );
  return {
    ...about,
    compared,
    differ: changes.length,
    fires: changes.slice(0, listedMost).map(outcomeChange),
    kinds: replayKinds(changes),
    unlike,
  };
}

interface Change {
  readonly was: PlayedFire | undefined;
  readonly is: PlayedFire | undefined;
}

function fireOf({ was, is }: Change): SimulatedFire {
  return (is ?? was)!.fire;
}

/** Lists the fires of a recorded stretch one by one, by the schedule that they are from. */
function eachOf(history: RecordedHistory, fire: RecordedFire): readonly (readonly [string, RecordedFire])[] {
  if (fire.count === 1) return [[keyOf(fire), fire]];
  const { revisions, tenant } = history;
  const manifest = revisions.findLast(({ inForceFrom }) => inForceFrom < fire.scheduled)?.manifest;
  const job = manifest?.tenants[tenant]?.jobs[fire.job];
  if (!manifest || !job) return [[keyOf(fire), fire]];
  const { count, scheduled } = fires(scheduleOf(manifest, tenant, job), fire.scheduled, fire.last + 1);
  const spread = fire.due - fire.scheduled;
  return Array.from({ length: count }, (_, index) => {
    const at = scheduled[index]!;
    return [`${fire.job}@${at}`, { ...fire, scheduled: at, last: at, count: 1, due: at + spread }];
  });
}

function keyOf({ job, scheduled }: Pick<RecordedFire, 'job' | 'scheduled'>): string {
  return `${job}@${scheduled}`;
}

type Lasts = (job: string, scheduled: Instant) => Seconds | undefined;

/** How long runs last: as recorded, else as long as half of the job's recorded runs did. */
function durationsOf(recorded: ReadonlyMap<string, RecordedFire>): {
  readonly of: Lasts;
  readonly text: string;
} {
  const own = new Map<string, Seconds>();
  const byJob = new Map<string, Seconds[]>();
  for (const [key, { job, fate, at, endedAt }] of recorded) {
    if (fate !== 'dispatched' || at === undefined || endedAt === undefined) continue;
    own.set(key, endedAt - at);
    const known = byJob.get(job);
    if (known) known.push(endedAt - at);
    else byJob.set(job, [endedAt - at]);
  }
  const medians = new Map([...byJob].map(([job, all]) => [job, all.sort((a, b) => a - b)[all.length >> 1]!]));
  const text =
    own.size === 0
      ? 'none recorded: as long as expectedDuration says, else no time'
      : `as recorded (${own.size} ${own.size === 1 ? 'run' : 'runs'}), else the job's median, else expectedDuration`;
  return { of: (job, scheduled) => own.get(`${job}@${scheduled}`) ?? medians.get(job), text };
}

/** Plays the revisions one after the other over the range. */
function play(
  revisions: readonly { readonly manifest: Manifest; readonly at: Instant }[],
  { tenant, outages }: RecordedHistory,
  range: ReplayEffect['range'],
  lasts: Lasts,
): ReadonlyMap<string, PlayedFire> {
  const jobsOf = (manifest: Manifest) => manifest.tenants[tenant]?.jobs ?? {};
  const simulated = (manifest: Manifest): Readonly<Record<string, SimulatedJob>> =>
    Object.fromEntries(
      Object.entries(jobsOf(manifest)).map(([name, job]) => [
        name,
        simulatedJob(
          job,
          scheduleOf(manifest, tenant, job),
          (scheduled) => lasts(name, scheduled) ?? job.expectedDuration,
        ),
      ]),
    );
  const first = revisions.findLast(({ at }) => at <= range.from);
  const later = revisions.filter(({ at }) => at > range.from && at < range.until);
  const played = simulate({
    ...range,
    jobs: first ? simulated(first.manifest) : {},
    caps: capsOf(first?.manifest.tenants[tenant]),
    outages: outages.map((outage) => ({ ...outage, of: 'platform' })),
    applies: later.map(({ manifest, at }) => ({
      at,
      jobs: simulated(manifest),
      caps: capsOf(manifest.tenants[tenant]),
    })),
  });
  const meaningOf = (
    name: string,
    at: Instant,
  ): { readonly job: JobMeaning; readonly manifest: Manifest } => {
    const known = revisions.filter(({ manifest }) => Object.hasOwn(jobsOf(manifest), name));
    const { manifest } = known.findLast((one) => one.at < at) ?? known[0]!;
    return { job: jobsOf(manifest)[name]!, manifest };
  };
  return new Map(
    played.map((fire) => {
      const { job, manifest } = meaningOf(fire.job, fire.scheduled);
      return [keyOf(fire), { fire, policy: job.policy, table: tableOf(manifest, job.schedule) }];
    }),
  );
}

/** Whether a fire waits: what becomes of it is the backlog's. */
function isOpen(record: RecordedFire | undefined): boolean {
  return record !== undefined && (record.fate === undefined || record.fate.startsWith('waiting.'));
}

/** Whether deciding again what was in force gives what was recorded. */
function isAsRecorded({ fire }: PlayedFire, record: RecordedFire | undefined): boolean {
  if (!record) return false;
  if (fire.fate.kind !== 'dispatched') return fire.fate.kind === 'ended' && fire.fate.cause === record.fate;
  return record.fate === 'dispatched' && Math.abs(fire.fate.at - (record.at ?? fire.fate.at)) <= awayMost;
}

function outcomeChange({ was, is }: Change): OutcomeChange {
  const { fire, table } = (is ?? was)!;
  const text = (side: PlayedFire | undefined) =>
    side ? outcomeText(side.fire, side.policy, side.table, false) : 'no fire';
  const texts = was && is ? outcomeTexts(was, is) : { before: text(was), after: text(is) };
  const wall = dayAndClockText(fire.scheduled + offsetIn(table, fire.scheduled));
  return { job: fire.job, scheduled: fire.scheduled, wall, ...texts };
}

function countFires(manifest: Manifest, tenant: string, { from, until }: ReplayEffect['range']): number {
  const day = 86_400;
  let count = 0;
  for (const job of Object.values(manifest.tenants[tenant]?.jobs ?? {})) {
    const schedule = scheduleOf(manifest, tenant, job);
    for (let at = from; at < until && count <= playedMost; at += day)
      count += fires(schedule, at, Math.min(at + day, until)).count;
  }
  return count;
}

function whatText({ outages, cutAt }: RecordedHistory): string {
  const told = outages
    .slice(0, outagesMost)
    .map(
      ({ from, until }) =>
        `nothing decided ${formatInstant(from)} to ${formatInstant(until)} (${formatDuration(until - from)})`,
    );
  const left = outages.length - told.length;
  return [
    ...(told.length === 0 ? ['no outage'] : told),
    ...(left > 0 ? [`${left} more outages`] : []),
    ...(cutAt === undefined ? [] : [`only up to ${formatInstant(cutAt)}, for there are many fires`]),
  ].join('; ');
}
