import type { Log } from './log.ts';

/**
 * Returns a log of one JSON object a line, in the form that Cloud Run hands to Cloud Logging: `severity`, `message`,
 * `time`, and whatever else is given, an error as its stack.
 */
export function jsonLog(write: (line: string) => unknown, wall: () => number): Log {
  return (severity, message, fields = {}) => {
    const { error, ...rest } = fields;
    const line = {
      severity,
      message,
      time: new Date(wall()).toISOString(),
      ...rest,
      ...(error !== undefined && {
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
    };
    write(`${JSON.stringify(line)}\n`);
  };
}
