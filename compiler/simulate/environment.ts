import type { Instant } from '../../schema/time.ts';
import type { Caps, Hold, JobRules, TenantState } from '../decide/index.ts';
import type { Part } from './part.ts';
import type { SimulatedJob, Stretch } from './timeline.ts';

/** What is in force around a part's fires, by instant. */
export interface Environment {
  /** Instants at which anything changes, ascending, without repeats. */
  readonly boundaries: readonly Instant[];
  /** The outage of the platform that an instant is in. */
  readonly outageAt: (now: Instant) => Stretch | undefined;
  /** What `decide` is told at an instant, beside fires and runs. */
  readonly inForce: (
    jobs: Readonly<Record<string, SimulatedJob>>,
    caps: Caps,
    now: Instant,
  ) => Pick<TenantState, 'jobs' | 'caps' | 'holds'>;
}

/** Looks through a part's outages, full lanes, holds and pauses. */
export function environmentOf(part: Part): Environment {
  const platform = merged(part.outages.filter(({ of }) => of === 'platform'));
  const target = part.outages.filter(({ of }) => of === 'target');
  const { fullLanes, holds } = part;
  const pauses = [part.jobs, ...part.applies.map(({ jobs }) => jobs)].flatMap((jobs) =>
    Object.values(jobs).flatMap(({ rules }) => rules.pause ?? []),
  );
  const boundaries = [...platform, ...target, ...fullLanes, ...holds, ...pauses]
    .flatMap(({ from, until }) => [from, until])
    .concat(part.applies.map(({ at }) => at));
  return {
    boundaries: [...new Set(boundaries)].sort((a, b) => a - b),
    outageAt: (now) => platform.find((outage) => isIn(outage, now)),
    inForce: (jobs, caps, now) => ({
      jobs: rulesAt(
        jobs,
        target.some((outage) => isIn(outage, now)),
      ),
      caps: capsAt(
        caps,
        fullLanes.filter((stretch) => isIn(stretch, now)),
      ),
      holds: holds.filter((hold) => isIn(hold, now)).map(({ from: _, ...hold }): Hold => hold),
    }),
  };
}

/** Returns where an instant comes to lie when nothing can happen while the platform is down. */
export function afterOutage(outages: Part['outages'], at: Instant): Instant {
  const platform = merged(outages.filter(({ of }) => of === 'platform'));
  return platform.find((outage) => isIn(outage, at))?.until ?? at;
}

function isIn({ from, until }: Stretch, now: Instant): boolean {
  return from <= now && now < until;
}

/** Joins stretches that touch. */
function merged(stretches: readonly Stretch[]): readonly Stretch[] {
  const joined: { from: Instant; until: Instant }[] = [];
  for (const { from, until } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from <= last.until) last.until = Math.max(last.until, until);
    else joined.push({ from, until });
  }
  return joined;
}

function rulesAt(
  jobs: Readonly<Record<string, SimulatedJob>>,
  circuitOpen: boolean,
): Readonly<Record<string, JobRules>> {
  return Object.fromEntries(
    Object.entries(jobs).map(([job, { rules }]) => [job, circuitOpen ? { ...rules, circuitOpen } : rules]),
  );
}

/** A full lane or group has no slot left. */
function capsAt(caps: Caps, full: Part['fullLanes']): Caps {
  if (full.length === 0) return caps;
  const groups = full.flatMap(({ group }) => (group === undefined ? [] : [[group, 0] as const]));
  return {
    ...caps,
    scheduled: full.some(({ group }) => group === undefined)
      ? { ...caps.scheduled, maxConcurrent: 0 }
      : caps.scheduled,
    groups: { ...caps.groups, ...Object.fromEntries(groups) },
  };
}
