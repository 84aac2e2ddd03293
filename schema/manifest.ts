import type { DayNumber, FoldAnswer, GapAnswer, Instant, Seconds, WallTime, ZoneTable } from './time.ts';

/** `sha256:` and 64 hex digits, over canonical JSON (RFC 8785). */
export type Digest = string;

/**
 * What declarations mean: complete, canonical, digested; what plan and runtime obey.
 *
 * Everything under `tenants` and `zones` is meaning and under a digest. `tzdata` and `sources`
 * stand beside: the same meaning written on other lines, or under another name of the same
 * tables, has the same digest.
 */
export interface Manifest {
  readonly formatVersion: 1;
  /** Over the tenants' digests. The zones have their own. */
  readonly digest: Digest;
  readonly tenants: Readonly<Record<string, TenantMeaning>>;
  /** The tables of every zone that a job uses, by primary name. */
  readonly zones: Readonly<Record<string, ZoneMeaning>>;
  /** Name of the time-zone data the tables were read from, for instance `2025c`. */
  readonly tzdata: string;
  /** Where each declaration stands, by `Kind tenant/name`, for instance `Job benefits/statement-run`. */
  readonly sources: Readonly<Record<string, Source>>;
}

export interface ZoneMeaning extends ZoneTable {
  readonly digest: Digest;
}

/** Where a declaration was written. */
export interface Source {
  readonly file: string;
  /** Line of the document's first key, from 1. */
  readonly line: number;
  /** JSON pointer into the document -> `[line, column]` of the value there, from 1. */
  readonly positions: Readonly<Record<string, readonly [number, number]>>;
  /** For a Job: the name of the policy that it uses, where it uses one by name. */
  readonly policy?: string;
}

export interface TenantMeaning {
  readonly digest: Digest;
  /** The Tenant document without its defaults left open; undefined where only its jobs were declared. */
  readonly tenant?: Readonly<Record<string, unknown>>;
  readonly policies: Readonly<Record<string, PolicyMeaning>>;
  readonly calendars: Readonly<Record<string, CalendarMeaning>>;
  readonly jobs: Readonly<Record<string, JobMeaning>>;
  readonly grants: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly channels: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly silences: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly scenarios: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface CalendarMeaning {
  readonly digest: Digest;
  /** Sorted, without repeats. */
  readonly days: readonly DayNumber[];
  /** The last date that the calendar speaks for; undefined means that it does not say. */
  readonly validUntil?: DayNumber;
}

export type OverlapAnswer = 'allow' | 'skip' | 'replace' | { readonly queue: { readonly max: number } };
export type CatchUpAnswer = 'none' | 'latest' | 'coalesce' | 'all';

/** The five answers of design section 6.1, and what goes with them. Durations in seconds. */
export interface PolicyMeaning {
  readonly lateAfter: Seconds;
  readonly horizon: Seconds | 'unlimited';
  /** `queue-one` is `{queue: {max: 1}}`. */
  readonly overlap: OverlapAnswer;
  readonly catchUp: CatchUpAnswer;
  readonly dst: { readonly gap: GapAnswer; readonly fold: FoldAnswer };
  readonly report?: {
    readonly startWithin?: Seconds;
    readonly finishWithin?: Seconds;
    readonly lostAfter?: Seconds;
  };
  readonly retry?: { readonly attempts: number; readonly minBackoff: Seconds; readonly maxBackoff: Seconds };
}

export interface JobMeaning {
  /** Over everything here but the digests and `renamedFrom`. */
  readonly digest: Digest;
  /**
   * Over all that decides which fires exist and when they are due: `schedule` with its calendars' digests.
   * Equal schedule digests and equal zone tables mean equal fires.
   */
  readonly scheduleDigest: Digest;
  readonly schedule: ScheduleMeaning;
  readonly policy: PolicyMeaning;
  /** Normalised target: one key, `http`, `pubsub`, `cloudRunJob` or `command`; durations in seconds. */
  readonly target: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly expectedDuration?: Seconds;
  readonly cost?: { readonly perRun: number; readonly currency?: string };
  readonly group?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** An instruction to the plan, not part of the meaning: the name under which the job's history stands. */
  readonly renamedFrom?: string;
}

/** When a job fires. Absent keys mean "not declared": there are no hidden defaults. */
export interface ScheduleMeaning {
  readonly timing: CronTiming | EveryTiming | AtTiming | ManualTiming;
  /** First instant, inclusive. */
  readonly start?: Instant;
  /** First instant past the end. */
  readonly end?: Instant;
  /** Names of the tenant's calendars, sorted. */
  readonly exclude?: readonly string[];
  readonly include?: readonly string[];
  readonly onExcluded?: 'skip' | 'next-day' | 'previous-day';
  readonly skips?: readonly { readonly at: Instant; readonly reason: string }[];
  readonly extras?: readonly { readonly at: Instant; readonly reason: string }[];
  readonly pause?: Pause;
  /** Declared width of the spread, and this job's own offset in `[0, spread)`. */
  readonly spread?: { readonly within: Seconds; readonly offset: Seconds };
}

/** `[from, until)`. Fires scheduled inside are omitted (`skip`) or wait for its end (`hold`). */
export interface Pause {
  readonly from: Instant;
  readonly until: Instant;
  readonly reason: string;
  readonly fires: 'skip' | 'hold';
}

export interface CronTiming {
  readonly kind: 'cron';
  /** Canonical texts, sorted, without repeats: five fields, or six with seconds first. */
  readonly expressions: readonly string[];
  /** Present where an expression restricts both day fields. */
  readonly dayMatch?: 'either' | 'both';
  readonly zone: string;
  readonly gap: GapAnswer;
  readonly fold: FoldAnswer;
}

/** Fires at `anchor + k * every` for k = 0, 1, 2, ... */
export interface EveryTiming {
  readonly kind: 'every';
  readonly every: Seconds;
  readonly anchor: Instant;
}

export interface AtTiming {
  readonly kind: 'at';
  /** Sorted, without repeats. */
  readonly instants: readonly Instant[];
  /** Sorted, without repeats; need the zone and the answers beside them. */
  readonly walls: readonly WallTime[];
  /** Present where there are `walls`. */
  readonly zone?: string;
  readonly gap?: GapAnswer;
  readonly fold?: FoldAnswer;
}

export interface ManualTiming {
  readonly kind: 'manual';
}
