export { jsonLog } from './json-log.ts';
export { type Log, noLog } from './log.ts';
export { openTelemetry } from './open-telemetry.ts';
export { type Gauge, noTelemetry, type Telemetry } from './telemetry.ts';
