import { type CertainFates, condense, type Hold, type OpenFire } from '../../compiler/index.ts';
import type { Instant } from '../../schema/time.ts';
import { passOf } from './cohort.ts';
import type { Job } from './in-force.ts';
import type { OpenState } from './live.ts';
import type { Notes } from './notes.ts';
import { rulesNow } from './rules-now.ts';

/** What a part of a pass has of one job. */
export interface JobPart {
  readonly job: Job;
  readonly certain: readonly CertainStretch[];
  /** Fires that `decide` has to see. */
  readonly fires: readonly OpenState[];
  /** Where the part ends within the job: the due of its last fire. Absent where it has all of it. */
  readonly upTo?: Instant;
}

/** Consecutive fires whose fate is certain. */
export interface CertainStretch {
  readonly fates: CertainFates;
  readonly scheduled: Float64Array;
  readonly windowFrom: Instant;
}

export interface PassSpan {
  /** Due in `(after, until]`. */
  readonly after: Instant;
  readonly until: Instant;
  /** Of this job only those due after it. */
  readonly dueAfter: Instant | undefined;
  /** Most fires to be seen by `decide`. */
  readonly most: number;
}

/**
 * Takes a job's fires out of a pass: those with a certain fate as stretches, others as open fires, at most `most` of
 * them. Throws what a broken schedule throws.
 */
export function takeUnseen(
  job: Job,
  span: PassSpan,
  {
    notes,
    revision,
    open,
    holds,
  }: {
    readonly notes: Notes;
    readonly revision: number;
    readonly open: readonly OpenFire[];
    readonly holds: readonly Hold[];
  },
  now: Instant,
): JobPart {
  const { spread } = job.cohort;
  const { scheduled, previous, beginning } = passOf(job.cohort, span.after, span.until);
  const { inForceFrom, carried } = notes;
  const count = scheduled.length;
  let from = 0;
  while (from < count && scheduled[from]! <= inForceFrom) from++;
  if (span.dueAfter !== undefined) while (from < count && scheduled[from]! + spread <= span.dueAfter) from++;
  if (from === count) return { job, certain: [], fires: [] };
  /** Where the window of the fire at an index begins: at the fire before it, which may be of an earlier revision. */
  const windowFrom = (index: number): Instant => {
    const before = index > 0 ? scheduled[index - 1] : previous;
    if (before !== undefined && before > inForceFrom) return before;
    return carried.get(job.name) ?? before ?? beginning;
  };
  const fireAt = (index: number, begins = windowFrom(index)): OpenState => {
    const at = scheduled[index]!;
    const fire = { job: job.name, scheduled: at, due: at + spread, window: { from: begins, to: at } };
    return { cell: { was: undefined }, fire, row: undefined, createdBy: revision };
  };
  if (count - from === 1) return { job, certain: [], fires: [fireAt(from)] };
  const unseen = { job: job.name, scheduled, from, until: count, spread };
  const { certain, rest, widenedOver } = condense(unseen, { rules: rulesNow(job, notes), holds, open }, now);
  const until = Math.min(count, rest + span.most);
  const fires: OpenState[] = [];
  for (let index = rest; index < until; index++) {
    fires.push(
      fireAt(index, index === rest && widenedOver !== undefined ? windowFrom(widenedOver) : undefined),
    );
  }
  return {
    job,
    certain: certain.map((fates) => ({ fates, scheduled, windowFrom: windowFrom(fates.from) })),
    fires,
    ...(until < count && { upTo: scheduled[until - 1]! + spread }),
  };
}
