import { type CertainFates, condense } from '../../compiler/index.ts';
import type { Instant } from '../../schema/time.ts';
import { type CohortPass, passOf } from './cohort.ts';
import type { Job } from './in-force.ts';
import type { OpenState } from './live.ts';
import type { Notes } from './notes.ts';
import { holdsNow, rulesNow } from './rules-now.ts';
import { liveOf, type TenantWork } from './work.ts';

/** What a part of a pass has of one job. */
export interface JobPart {
  readonly job: Job;
  readonly certain: readonly CertainStretch[];
  /** Fires that `decide` has to see. */
  readonly fires: readonly OpenState[];
  /** About how many rows they make. */
  readonly rows: number;
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
export function takeUnseen(job: Job, span: PassSpan, own: TenantWork, now: Instant): JobPart {
  const { notes } = own;
  const { spread } = job.cohort;
  const pass = passOf(job.cohort, span.after, span.until);
  const { scheduled } = pass;
  const count = scheduled.length;
  const after = Math.max(notes.inForceFrom, (span.dueAfter ?? 0) - spread);
  const from = count > 0 && scheduled[0]! > after ? 0 : firstAfter(scheduled, after);
  if (from === count) return { job, certain: none, fires: none, rows: 0 };
  if (count - from === 1) return { job, certain: none, fires: [openAt(job, own, pass, from)], rows: 1 };
  const unseen = { job: job.name, scheduled, from, until: count, spread };
  const open = liveOf(own, job.name).fires.map(({ fire }) => fire);
  const situation = { rules: rulesNow(job, notes), holds: holdsNow(notes, now), open };
  const { certain, rest, live, together, widenedOver } = condense(unseen, situation, now);
  // Where only one can have a future the others are a stretch, and are judged beside it however many they are.
  const isCut = live > 1;
  const until = Math.min(count, Math.max(together, rest + (isCut ? span.most : objectsMost)));
  const fires: OpenState[] = [];
  for (let index = rest; index < until; index++)
    fires.push(openAt(job, own, pass, index, index === rest ? (widenedOver ?? index) : index));
  return {
    job,
    certain: certain.map((fates) => ({
      fates,
      scheduled,
      windowFrom: windowFrom(job, notes, pass, fates.from),
    })),
    fires,
    rows: certain.length + (isCut ? fires.length : Math.min(fires.length, 3)),
    ...(until < count && { upTo: scheduled[until - 1]! + spread }),
  };
}

const none: readonly never[] = [];

/** Most fires of one job that are opened at once. */
const objectsMost = 100_000;

/** Opens the fire at an index; its window begins where that of the fire at `over` does. */
function openAt(job: Job, own: TenantWork, pass: CohortPass, index: number, over = index): OpenState {
  const at = pass.scheduled[index]!;
  const window = { from: windowFrom(job, own.notes, pass, over), to: at };
  const fire = { job: job.name, scheduled: at, due: at + job.cohort.spread, window };
  return { cell: { was: undefined }, fire, row: undefined, createdBy: own.inForce.revision };
}

/** Where the window of the fire at an index begins: at the fire before it, which may be of an earlier revision. */
function windowFrom(
  job: Job,
  { inForceFrom, carried }: Notes,
  { scheduled, previous, beginning }: CohortPass,
  index: number,
): Instant {
  const before = index > 0 ? scheduled[index - 1] : previous;
  if (before !== undefined && before > inForceFrom) return before;
  return carried.get(job.name) ?? before ?? beginning;
}

function firstAfter(scheduled: Float64Array, after: Instant): number {
  let [low, high] = [0, scheduled.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (scheduled[middle]! <= after) low = middle + 1;
    else high = middle;
  }
  return low;
}
