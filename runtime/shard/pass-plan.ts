import type { Instant } from '../../schema/time.ts';
import type { Job } from './in-force.ts';
import { isUnfinished, type PassPlan, type ShardState } from './shard-state.ts';

/** More jobs than a tenant can have. */
const jobsMost = 2 ** 26;

/** A number that orders jobs as `tenant/job` does. */
function jobKey({ owner, rank }: Job): number {
  return owner.rank * jobsMost + rank;
}

function jobAt(state: ShardState, key: number): Job {
  return state.order[Math.floor(key / jobsMost)]!.inForce.jobs[key % jobsMost]!;
}

/** Whether a job is in the part of a pass from an index on. */
export function isPlanned({ keys }: PassPlan, from: number, job: Job): boolean {
  const index = lowerBound(keys, jobKey(job));
  return index >= from && keys[index] === jobKey(job);
}

/**
 * Returns the pass that goes on or begins at `now`; undefined where nothing is due. The same pass is planned once,
 * which nobody can see.
 */
export function planPass(state: ShardState, now: Instant): PassPlan | undefined {
  const { watermark, plan } = state;
  const { through } = watermark;
  const pass = isUnfinished(watermark) ? watermark.pass : now;
  if (state.cohorts.next > pass) return undefined;
  if (plan && plan.through === through && plan.pass === pass) return plan;
  const due = state.cohorts.due(pass);
  const keys = new Float64Array(due.reduce((sum, { members }) => sum + members.length, 0));
  let count = 0;
  for (const { members } of due) for (const job of members) keys[count++] = jobKey(job);
  keys.sort();
  state.plan = { through, pass, keys };
  return state.plan;
}

/** Where a pass goes on. */
export interface PassPlace {
  /** Index of the next job. */
  readonly index: number;
  /** Of that job only fires due after this instant are left. */
  readonly dueAfter?: Instant;
}

export function placeOf(state: ShardState, plan: PassPlan): PassPlace {
  const { cursor } = state.watermark;
  if (!isUnfinished(state.watermark) || cursor === '') return { index: 0 };
  const [name, instant] = cursor.split(' ') as [string, string?];
  let [low, high] = [0, plan.keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const there = jobName(jobAt(state, plan.keys[middle]!));
    if (there < name || (there === name && instant === undefined)) low = middle + 1;
    else high = middle;
  }
  const isPartial = instant !== undefined && low < plan.keys.length;
  if (isPartial && jobName(jobAt(state, plan.keys[low]!)) === name)
    return { index: low, dueAfter: Number(instant) };
  return { index: low };
}

export function jobOfPlan(state: ShardState, plan: PassPlan, index: number): Job {
  return jobAt(state, plan.keys[index]!);
}

/** Writes `tenant/job`. */
export function jobName({ owner, name }: Job): string {
  return `${owner.name}/${name}`;
}

function lowerBound(keys: Float64Array, key: number): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
