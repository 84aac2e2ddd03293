export { crashPoints } from './crash-point.ts';
export { machineTimers, type Timers } from './timers.ts';
export { createWatcher } from './watcher.ts';
export { createWorker, type Worker, type WorkerOptions } from './worker.ts';
