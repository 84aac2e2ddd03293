import type { Manifest } from '../../schema/manifest.ts';
import type { FireAction, JobChange, Plan } from '../../schema/plan.ts';
import type { Instant, OmissionCause, Seconds, WallTime } from '../../schema/time.ts';
import { firesDiffer } from './fires-differ.ts';
import { frameFires } from './frame-fires.ts';
import { type FrameSpan, firstSpan, type TimelineSide, transitionSpans } from './frame-spans.ts';
import { type ScheduleSource, scheduleSource } from './plan-schedules.ts';

/** Exact fires of both sides around the first change and around every transition: what a drawing of a plan needs. */
export interface Timeline {
  readonly jobs: readonly JobTimeline[];
}

export interface JobTimeline {
  readonly tenant: string;
  readonly job: string;
  readonly frames: readonly TimelineFrame[];
  /** Transitions of the range near which nothing changes. */
  readonly quiet: readonly Transition[];
}

/** A change of a zone's offset. */
export interface Transition {
  readonly kind: 'gap' | 'fold';
  readonly zone: string;
  readonly at: Instant;
  /** The wall times that do not exist, or occur twice; half open. */
  readonly wall: { readonly from: WallTime; readonly until: WallTime };
}

/** A stretch of real time, half open, with the exact fires of both sides in it. */
export interface TimelineFrame {
  /** Absent of the frame around the first change. */
  readonly transition?: Transition;
  readonly from: Instant;
  readonly until: Instant;
  readonly before?: TimelineLane;
  readonly after?: TimelineLane;
}

export interface TimelineLane {
  /** Absent where the schedule has no zone: its clock is UTC's. */
  readonly zone?: string;
  /** The offsets of the clock in the frame, ascending; together they cover it. */
  readonly clock: readonly { readonly from: Instant; readonly until: Instant; readonly offset: Seconds }[];
  /** At most `laneFiresMost`; ascending. */
  readonly fires: readonly TimelineFire[];
  /** All fires of the frame. */
  readonly count: number;
  readonly omissions: readonly TimelineOmission[];
  /** All omissions of the frame. */
  readonly omitted: number;
  /** Of `after`: fires up to the apply, which its schedule gives and the old one, still in force, does not. */
  readonly early: readonly Pick<TimelineFire, 'scheduled' | 'text'>[];
}

export interface TimelineFire {
  readonly scheduled: Instant;
  readonly nominal: WallTime;
  readonly action: FireAction;
  /** Where a moved fire is on the other side; perhaps outside the frame. */
  readonly other?: Instant;
  /** Its reading, for instance `Sun 2027-03-28 01:30 +00:00`. */
  readonly text: string;
}

export interface TimelineOmission {
  readonly at: Instant;
  readonly nominal: WallTime;
  readonly cause: OmissionCause;
  readonly text: string;
  /** Whether only this side has it. */
  readonly alone: boolean;
}

/** Most jobs that are drawn: some 20 KB each. */
export const drawnJobsMost = 60;

/**
 * Collects the exact fires of some jobs of a plan near their first change and around every transition of their
 * zones in the range, for drawing.
 *
 * Bounded whatever the jobs: at most `drawnJobsMost` of them, in the order given, those without a changed fire
 * passed over; at most seven frames each, and a frame of a dense schedule is a short one.
 */
export function timelineOf(
  sides: { readonly before?: Manifest; readonly after: Manifest },
  plan: Plan,
  jobs: readonly JobChange[] = plan.jobs,
): Timeline {
  const schedules = scheduleSource();
  const drawn = jobs.filter(firesDiffer).slice(0, drawnJobsMost);
  return { jobs: drawn.map((job) => jobTimeline(sides, plan, job, schedules)) };
}

function jobTimeline(
  sides: { readonly before?: Manifest; readonly after: Manifest },
  plan: Plan,
  change: JobChange,
  schedules: ScheduleSource,
): JobTimeline {
  const sideOf = (manifest: Manifest | undefined, name: string): TimelineSide | undefined => {
    const meaning = manifest?.tenants[change.tenant]?.jobs[name];
    return manifest && meaning && { meaning, ...schedules(manifest, change.tenant, meaning) };
  };
  const before = sideOf(sides.before, change.renamedFrom ?? change.job);
  const after = sideOf(sides.after, change.job);
  const both = { ...(before && { before }), ...(after && { after }) };
  const frameOf = ({ transition, from, until: wanted }: FrameSpan): TimelineFrame => {
    // Past the range nothing was compared, and an empty lane would say that nothing fires.
    const until = Math.min(wanted, plan.range.until);
    return {
      ...(transition && { transition }),
      from,
      until,
      ...frameFires(both, { from, until }, plan.range, change),
    };
  };
  const { near, quiet } = transitionSpans(both, plan.range, change);
  const first = firstSpan(both, plan.range, change);
  const known = first && near.some(({ from, until }) => from <= first.change && first.change < until);
  const spans = first && !known ? [first, ...near] : near;
  return {
    tenant: change.tenant,
    job: change.job,
    frames: spans.map(frameOf),
    quiet,
  };
}
