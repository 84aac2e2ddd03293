/** Severities of Cloud Logging. */
export type LogSeverity = 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR';

/** Says something to whoever operates the runtime. Never about one fire's fate: that is history's. */
export type Log = (
  severity: LogSeverity,
  message: string,
  fields?: Readonly<Record<string, unknown>>,
) => void;

/** Says nothing. */
export const noLog: Log = () => {};
