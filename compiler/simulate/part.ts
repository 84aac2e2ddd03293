import type { Instant } from '../../schema/time.ts';
import type { Caps, Hold } from '../decide/index.ts';
import { afterOutage } from './environment.ts';
import type { SimulatedApply, SimulatedJob, Stretch, Timeline } from './timeline.ts';

/** Jobs of a timeline that must be simulated together, and what happens to them. */
export interface Part {
  readonly from: Instant;
  readonly until: Instant;
  readonly jobs: Readonly<Record<string, SimulatedJob>>;
  /** Only caps that can matter. */
  readonly caps: Caps;
  readonly outages: Timeline['outages'];
  readonly fullLanes: readonly (Stretch & { readonly group?: string })[];
  readonly holds: readonly (Hold & Stretch)[];
  /** By instant, none inside an outage of the platform. */
  readonly applies: readonly (SimulatedApply & { readonly caps: Caps })[];
}

/**
 * Cuts a timeline into parts that have nothing to do with each other: jobs that share a lane's cap, a rate or a group
 * that can run full are in one part, all others are alone. What is decided in one part does not depend on another
 * (one of decide's laws).
 */
export function partsOf(timeline: Timeline): readonly Part[] {
  const { from, until, jobs, outages } = timeline;
  const applies = (timeline.applies ?? [])
    .map((apply) => ({ ...apply, at: afterOutage(outages, apply.at) }))
    .toSorted((a, b) => a.at - b.at);
  const revisions = [jobs, ...applies.map((apply) => apply.jobs)];
  const allCaps = [timeline.caps, ...applies.flatMap(({ caps }) => caps ?? [])];
  const names = [...new Set(revisions.flatMap((revision) => Object.keys(revision)))].sort();
  const binding = bindingCaps(names, revisions, allCaps);
  return clusters(names, revisions, binding).map((cluster) => {
    const own = <T>(record: Readonly<Record<string, T>>) =>
      Object.fromEntries(
        cluster.filter((name) => Object.hasOwn(record, name)).map((name) => [name, record[name]!]),
      );
    let caps = binding.only(timeline.caps);
    return {
      from,
      until,
      jobs: own(jobs),
      caps,
      outages,
      fullLanes: timeline.fullLanes ?? [],
      holds: (timeline.holds ?? []).filter(({ job }) => job === undefined || cluster.includes(job)),
      applies: applies.map((apply) => {
        caps = apply.caps ? binding.only(apply.caps) : caps;
        return { at: apply.at, jobs: own(apply.jobs), caps };
      }),
    };
  });
}

interface Binding {
  readonly lane: boolean;
  readonly groups: ReadonlySet<string>;
  /** Caps without those that can't be reached. */
  readonly only: (caps: Caps) => Caps;
}

type Revisions = readonly Readonly<Record<string, SimulatedJob>>[];

/** Finds the caps that can ever hold a fire up, by the most runs that the jobs under each can have at once. */
function bindingCaps(names: readonly string[], revisions: Revisions, caps: readonly Caps[]): Binding {
  const runsAtOnce = (members: readonly string[]) =>
    members.reduce((sum, name) => sum + Math.max(...revisionsOf(name, revisions).map(runsAtOnceOf)), 0);
  const canFill = (max: number | undefined, members: readonly string[]) =>
    max !== undefined && runsAtOnce(members) > max;
  const isRated = caps.some(({ scheduled }) => scheduled.maxPerMinute !== undefined);
  const isCapped = caps.some(({ scheduled }) => canFill(scheduled.maxConcurrent, names));
  const groups = new Set(
    caps.flatMap((one) =>
      Object.entries(one.groups).flatMap(([group, max]) =>
        canFill(max, membersOf(group, names, revisions)) ? [group] : [],
      ),
    ),
  );
  return {
    lane: isRated || isCapped,
    groups,
    only: ({ scheduled, groups: declared }) => ({
      scheduled: {
        ...(isCapped && scheduled.maxConcurrent !== undefined && { maxConcurrent: scheduled.maxConcurrent }),
        ...(scheduled.maxPerMinute !== undefined && { maxPerMinute: scheduled.maxPerMinute }),
      },
      backfill: {},
      groups: Object.fromEntries(Object.entries(declared).filter(([group]) => groups.has(group))),
    }),
  };
}

/** How many runs of a job can count for a cap at once: one, unless they may overlap. */
function runsAtOnceOf({ rules }: SimulatedJob): number {
  if (!rules.endsKnown) return 0;
  return rules.policy.overlap === 'allow' ? Number.POSITIVE_INFINITY : 1;
}

function revisionsOf(name: string, revisions: Revisions): readonly SimulatedJob[] {
  return revisions.flatMap((jobs) => (Object.hasOwn(jobs, name) ? [jobs[name]!] : []));
}

function membersOf(group: string, names: readonly string[], revisions: Revisions): readonly string[] {
  return names.filter((name) => revisionsOf(name, revisions).some(({ rules }) => rules.group === group));
}

/** Groups the names that share a cap that can matter. */
function clusters(names: readonly string[], revisions: Revisions, { lane, groups }: Binding): string[][] {
  if (lane) return names.length > 0 ? [[...names]] : [];
  const clusterOf = new Map(names.map((name) => [name, [name]]));
  for (const group of groups) {
    const joined = new Set(membersOf(group, names, revisions).map((name) => clusterOf.get(name)!));
    const cluster = [...joined].flat().sort();
    for (const name of cluster) clusterOf.set(name, cluster);
  }
  return [...new Set(clusterOf.values())];
}
