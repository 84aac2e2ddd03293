export type { Fate, FateStretch, SimulatedFire, SimulationCost } from './fate.ts';
export { simulate } from './simulate.ts';
export { simulateStretches } from './simulate-stretches.ts';
export { simulatedJob } from './simulated-job.ts';
export type { ScheduledInstants, SimulatedApply, SimulatedJob, Stretch, Timeline } from './timeline.ts';
