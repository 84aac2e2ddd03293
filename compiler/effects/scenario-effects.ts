import type { JobMeaning, Manifest, PolicyMeaning } from '../../schema/manifest.ts';
import type { OutcomeChange, ScenarioEffect } from '../../schema/plan.ts';
import type { Instant, Seconds, ZoneTable } from '../../schema/time.ts';
import { formatDuration, formatInstant, scheduleOf, tableOf } from '../manifest/index.ts';
import { type SimulatedFire, type SimulatedJob, simulate, simulatedJob } from '../simulate/index.ts';
import { dayAndClockText, fires, offsetIn } from '../time/index.ts';
import { capsOf } from './caps-of.ts';
import { outcomeKey, outcomeText, outcomeTexts } from './outcome-text.ts';

/** A Scenario's meaning, as the manifest keeps it. */
interface ScenarioMeaning {
  readonly outages?: readonly {
    readonly from: Instant;
    readonly until: Instant;
    readonly of: 'platform' | 'target';
  }[];
  readonly durations?: Readonly<Record<string, Seconds>>;
}

/** Differing fires that are listed; the others are counted. */
const listedMost = 50;
const hour: Seconds = 3600;
/** How long after the last outage fires are still compared, at least, and how long before the first. */
const around = { before: hour, after: 6 * hour } as const;
/** Fires that a scenario may hold: a tenant's bad week, and not a decade. */
const playedMost = 200_000;
/** A scenario without outages is played on the coming days. */
const withoutOutages: Seconds = 48 * hour;

/** Plays every Scenario of a tenant's `after` on both sides and lists the fires whose outcome differs. */
export function scenarioEffects(
  before: Manifest | undefined,
  after: Manifest,
  tenant: string,
  from: Instant,
): readonly ScenarioEffect[] {
  const scenarios = Object.entries(after.tenants[tenant]?.scenarios ?? {});
  return scenarios.map(([name, meaning]) => {
    const scenario = meaning as ScenarioMeaning;
    const sides = before ? [before, after] : [after];
    if (sides.some((manifest) => firesOf(manifest, tenant, scenario, from) > playedMost)) {
      const what = `${whatText(scenario)} (not played: it holds more than ${playedMost} fires)`;
      return { tenant, name, what, compared: 0, differ: 0, fires: [], durations: 'none' };
    }
    const were = before ? play(before, tenant, scenario, from) : new Map();
    const are = play(after, tenant, scenario, from);
    const differing = compare(were, are);
    return {
      tenant,
      name,
      what: whatText(scenario),
      compared: new Set([...were.keys(), ...are.keys()]).size,
      differ: differing.length,
      fires: differing.slice(0, listedMost),
      durations: durationsText(scenario, after.tenants[tenant]?.jobs ?? {}),
    };
  });
}

/** A fire with what is needed to tell of it. */
interface PlayedFire {
  readonly fire: SimulatedFire;
  readonly policy: PolicyMeaning;
  readonly table: ZoneTable | undefined;
}

/** By job and instant. */
type Played = ReadonlyMap<string, PlayedFire>;

/** The stretch whose fires are compared. */
function stretchOf(
  { outages = [] }: ScenarioMeaning,
  from: Instant,
): { readonly begin: Instant; readonly end: Instant } {
  if (outages.length === 0) return { begin: from, end: from + withoutOutages };
  return {
    begin: Math.min(...outages.map((outage) => outage.from)) - around.before,
    end: Math.max(...outages.map((outage) => outage.until)) + around.after,
  };
}

/** Counts the fires of a tenant in a scenario, up to some more than may be played. */
function firesOf(manifest: Manifest, tenant: string, scenario: ScenarioMeaning, from: Instant): number {
  const { begin, end } = stretchOf(scenario, from);
  const day = 24 * hour;
  let count = 0;
  for (const job of Object.values(manifest.tenants[tenant]?.jobs ?? {})) {
    const schedule = scheduleOf(manifest, tenant, job);
    for (let at = begin; at < end && count <= playedMost; at += day) {
      count += fires(schedule, at, Math.min(at + day, end)).count;
    }
  }
  return count;
}

function play(manifest: Manifest, tenant: string, scenario: ScenarioMeaning, from: Instant): Played {
  const meaning = manifest.tenants[tenant];
  const jobs = meaning?.jobs ?? {};
  const simulated = Object.fromEntries(
    Object.entries(jobs).map(([name, job]): [string, SimulatedJob] => [
      name,
      simulatedJob(
        job,
        scheduleOf(manifest, tenant, job),
        scenario.durations?.[name] ?? job.expectedDuration,
      ),
    ]),
  );
  const outages = scenario.outages ?? [];
  const { begin, end } = stretchOf(scenario, from);
  // Fires of the stretch are compared; deciding goes on until the last of them has a fate.
  const settle = Math.max(0, ...Object.values(jobs).map(({ policy }) => horizonOf(policy)));
  const within = Object.fromEntries(
    Object.entries(simulated).map(([name, job]) => [
      name,
      { ...job, fires: (a: Instant, b: Instant) => job.fires(Math.max(a, begin), Math.min(b, end)) },
    ]),
  );
  const played = simulate({
    from: begin,
    until: end + settle + 1,
    jobs: within,
    caps: capsOf(meaning),
    outages,
  });
  return new Map(
    played.map((fire) => [
      `${fire.job}@${fire.scheduled}`,
      { fire, policy: jobs[fire.job]!.policy, table: tableOf(manifest, jobs[fire.job]!.schedule) },
    ]),
  );
}

function horizonOf({ horizon, report }: PolicyMeaning): Seconds {
  return Math.min(horizon === 'unlimited' ? 24 * hour : horizon, 7 * 24 * hour) + (report?.lostAfter ?? 0);
}

function compare(were: Played, are: Played): readonly OutcomeChange[] {
  const found = [...new Set([...were.keys(), ...are.keys()])].flatMap((key): OutcomeChange[] => {
    const was = were.get(key);
    const is = are.get(key);
    if (was && is && outcomeKey(was.fire, was.policy) === outcomeKey(is.fire, is.policy)) return [];
    const { fire, table } = (is ?? was)!;
    const text = (side: PlayedFire | undefined) =>
      side ? outcomeText(side.fire, side.policy, side.table, false) : 'no fire';
    const texts = was && is ? outcomeTexts(was, is) : { before: text(was), after: text(is) };
    const wall = dayAndClockText(fire.scheduled + offsetIn(table, fire.scheduled));
    return [{ job: fire.job, scheduled: fire.scheduled, wall, ...texts }];
  });
  return found.sort((a, b) => a.scheduled - b.scheduled || (a.job < b.job ? -1 : 1));
}

function whatText({ outages = [] }: ScenarioMeaning): string {
  if (outages.length === 0) return 'no outage, other run durations';
  return outages
    .map(({ from, until, of }) => `${of} down ${formatInstant(from)} to ${formatInstant(until)}`)
    .join('; ');
}

function durationsText(scenario: ScenarioMeaning, jobs: Readonly<Record<string, JobMeaning>>): string {
  const own = Object.entries(scenario.durations ?? {}).map(
    ([job, lasts]) => `${job} ${formatDuration(lasts)}`,
  );
  const expected = Object.entries(jobs).filter(
    ([job, { expectedDuration }]) =>
      expectedDuration !== undefined && scenario.durations?.[job] === undefined,
  ).length;
  const none = Object.keys(jobs).length - own.length - expected;
  return [
    ...(own.length > 0 ? [`the scenario's (${own.join(', ')})`] : []),
    ...(expected > 0 ? [`${expected} by expectedDuration`] : []),
    ...(none > 0 ? [`${none} taken to last no time`] : []),
  ].join('; ');
}
