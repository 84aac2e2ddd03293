export { jsonLog } from './json-log.ts';
export { type Log, type LogSeverity, noLog } from './log.ts';
export { openTelemetry } from './open-telemetry.ts';
export { type DeliveryName, type Gauge, noTelemetry, type Telemetry } from './telemetry.ts';
