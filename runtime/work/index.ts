export { type CrashPoint, crashPoints } from './crash-point.ts';
export type { DispatcherMaker } from './replica.ts';
export { machineTimers, type Timers } from './timers.ts';
export { createWatcher, type Watcher } from './watcher.ts';
export { createWorker, type Worker, type WorkerOptions, type WorkHealth } from './worker.ts';
