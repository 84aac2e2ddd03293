import type { Instant, Seconds } from '../../schema/time.ts';
import {
  type Because,
  fireName,
  type RunOutcome,
  type TenantState,
  type WaitingCause,
} from '../decide/index.ts';
import type { FireRef } from './events.ts';
import type { SimulatedJob } from './timeline.ts';

/** How far a simulation has come: what `decide` knows, and what it does not know yet. */
export interface Course {
  readonly state: TenantState;
  /** In force; says how long runs last. */
  readonly jobs: Readonly<Record<string, SimulatedJob>>;
  /** Fires without a fate, by `openedKey`. */
  readonly opened: ReadonlyMap<string, OpenedFire>;
  /** Runs going on, by id. */
  readonly going: ReadonlyMap<string, GoingRun>;
}

export interface OpenedFire {
  readonly ref: FireRef;
  readonly wait?: { readonly cause: WaitingCause; readonly because: Because };
}

export interface GoingRun {
  readonly ref: FireRef;
  readonly endsAt: Instant;
  readonly outcome: RunOutcome;
  readonly cancelTakes: Seconds;
}

/** Returns how long the run of a fire lasts at its target. */
export function lastsOf({ duration = 0 }: SimulatedJob, scheduled: Instant): Seconds {
  return typeof duration === 'number' ? duration : (duration(scheduled) ?? 0);
}

/** Identifies a fire within a part. */
export function openedKey({ job, scheduled }: { readonly job: string; readonly scheduled: Instant }): string {
  return `${scheduled} ${job}`;
}

/** Moves a course in time, as if everything in it had happened `by` later, to fires that are `ordinals` further on. */
export function shiftCourse(course: Course, by: Seconds, ordinals: (job: string) => number): Course {
  const { state } = course;
  const opened = new Map<string, OpenedFire>();
  for (const { ref, wait } of course.opened.values()) {
    const moved = shiftRef(ref, by, ordinals);
    const because = wait && { ...wait, because: shiftBecause(wait.because, by) };
    opened.set(openedKey(moved), { ref: moved, ...(because && { wait: because }) });
  }
  const going = new Map<string, GoingRun>();
  for (const run of course.going.values()) {
    const ref = shiftRef(run.ref, by, ordinals);
    going.set(fireName({ job: ref.job, scheduled: ref.scheduled }), { ...run, ref, endsAt: run.endsAt + by });
  }
  return {
    ...course,
    opened,
    going,
    state: {
      ...state,
      fires: state.fires.map((fire) => ({
        ...fire,
        scheduled: fire.scheduled + by,
        due: fire.due + by,
        window: { from: fire.window.from + by, to: fire.window.to + by },
      })),
      runs: state.runs.map((run) => ({
        ...run,
        id: fireName({ job: run.job, scheduled: run.scheduled + by }),
        scheduled: run.scheduled + by,
        window: { from: run.window.from + by, to: run.window.to + by },
        dispatched: run.dispatched + by,
        ...(run.deadline !== undefined && { deadline: run.deadline + by }),
        ...(run.lostAt !== undefined && { lostAt: run.lostAt + by }),
      })),
      minute: { ...state.minute, start: state.minute.start + by },
    },
  };
}

export function shiftRef(ref: FireRef, by: Seconds, ordinals: (job: string) => number): FireRef {
  const { job, scheduled, due, ordinal } = ref;
  return { job, scheduled: scheduled + by, due: due + by, ordinal: ordinal + ordinals(job) };
}

/** A pause or hold keeps its end: no repetition goes on into one or out of one. */
export function shiftBecause(because: Because, by: Seconds): Because {
  const { due, decided, blocker, into } = because;
  return {
    ...because,
    decided: decided + by,
    ...(due !== undefined && { due: due + by }),
    ...(blocker && {
      blocker: { ...blocker, fire: { ...blocker.fire, scheduled: blocker.fire.scheduled + by } },
    }),
    ...(into && { into: { ...into, scheduled: into.scheduled + by } }),
  };
}
