/**
 * A parsed cron expression: which values each field gives, nothing about instants.
 * All lists are ascending and without repeats.
 */
export interface Cron {
  /** As written. */
  readonly text: string;
  /** Six fields were written, seconds first. */
  readonly hasSeconds: boolean;
  /** 0 to 59; `[0]` where the field was not written. */
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly dayOfMonth: DayOfMonthField;
  /** 1 to 12. */
  readonly months: readonly number[];
  readonly dayOfWeek: DayOfWeekField;
  /** Neither day field is `*`, so that `dayMatch` must be written. */
  readonly restrictsBothDays: boolean;
}

/** The union of what its items give in a month. */
export interface DayOfMonthField {
  /** The field is `*`. Anything else restricts, also `1-31`. */
  readonly any: boolean;
  /** 1 to 31. */
  readonly days: readonly number[];
  /** `L` is 0, `L-n` is n: days before the last one. */
  readonly beforeLast: readonly number[];
  /** `nW`: the weekday (Monday to Friday) nearest to day n in the same month. */
  readonly nearestWeekday: readonly number[];
  /** `LW`: the last weekday of the month. */
  readonly lastWeekday: boolean;
}

/** The union of what its items give in a month. */
export interface DayOfWeekField {
  /** The field is `*`. Anything else restricts, also `0-6`. */
  readonly any: boolean;
  /** 0 to 6, 0 being Sunday. */
  readonly days: readonly number[];
  /** `d#n` and `d#-n`; `dL` is `d#-1`. Sorted by weekday, then nth. */
  readonly nth: readonly { readonly weekday: number; readonly nth: number }[];
}

/** What is wrong with a stretch of an expression: offsets into its text, the end exclusive. */
export interface CronFault {
  readonly message: string;
  readonly help?: string;
  readonly start: number;
  readonly end: number;
}

/** Elapsed expressions follow real time through gap and fold, fixed ones follow the clock on the wall. */
export type CronClass = 'elapsed' | 'fixed';
