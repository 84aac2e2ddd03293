export { clockText, dateText, dayAndClockText, offsetText } from '../time/index.ts';
export { jobComparison } from './compare-job.ts';
export { firesDiffer } from './fires-differ.ts';
export { type PlanInput, planChange } from './plan-change.ts';
export {
  drawnJobsMost,
  type JobTimeline,
  type Timeline,
  type TimelineFire,
  type TimelineFrame,
  type TimelineLane,
  type TimelineOmission,
  type Transition,
  timelineOf,
} from './timeline.ts';
