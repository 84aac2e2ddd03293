import type { Diagnostic, Severity, Span } from './diagnostic.ts';
import type { Digest, Manifest } from './manifest.ts';
import type { KeptDeclaration } from './runtime-base.ts';
import type { Instant, OmissionCause, Seconds, WallTime } from './time.ts';

/**
 * The difference between two manifests, as fires. Plain data: what `almanac plan --format json` prints.
 *
 * Instants are whole seconds since 1970 UTC and wall times the same of a wall clock, so that a program need
 * not parse; wherever a person looks, a text stands beside them.
 */
export interface Plan {
  readonly formatVersion: 1;
  /**
   * Over the sorted changes of meaning (jobs, other declarations) and of zone tables, and nothing else:
   * range, fires and findings are not in it, so it holds while time passes.
   */
  readonly digest: Digest;
  /** The instant at which it was made, and as if at which it is applied. */
  readonly now: Instant;
  /** Fires after `from` and before `until` were compared. */
  readonly range: { readonly from: Instant; readonly until: Instant };
  readonly before: PlanSide;
  readonly after: PlanSide;
  /** Tenants compared, sorted. Others are neither shown nor removed. */
  readonly tenants: readonly string[];
  /** Jobs whose meaning or zone table differs, by tenant and name. */
  readonly jobs: readonly JobChange[];
  /** Tenants, policies, calendars and all else that is declared and differs. */
  readonly declarations: readonly DeclarationChange[];
  readonly drift: Drift;
  readonly counts: PlanCounts;
  readonly peaks: { readonly before: Peak; readonly after: Peak };
  /** The declared scenarios of the tenants, on both sides. */
  readonly scenarios: readonly ScenarioEffect[];
  /** What would become of the fires that wait, where a snapshot of a runtime was given. */
  readonly backlog: readonly BacklogEffect[];
  /** What the rules say of `after`. */
  readonly findings: readonly Diagnostic[];
  /** Recorded history of the tenants, decided again under `after`; present where it was asked for. */
  readonly replays?: readonly ReplayEffect[];
  /** What it takes to apply it; present where the base is a runtime. */
  readonly apply?: PlanToApply;
  /** What it cost, in counts that do not depend on the machine. */
  readonly cost: PlanCost;
}

/** What `almanac apply` sends beside the difference itself. */
export interface PlanToApply {
  /** The random name of the ledger that it was made against. */
  readonly runtime: string;
  /** From this instant on it is not applied any more. */
  readonly expires: Instant;
  /** Whose declarations these are, and the commit that they were read from. */
  readonly source: { readonly name: string; readonly commit?: string };
  /** By tenant what was in force; a revision of 0 and an empty digest where nothing was. */
  readonly before: Readonly<Record<string, { readonly revision: number; readonly digest: Digest | '' }>>;
  /** All tenants of the plan, with the zone tables that it was made with. */
  readonly after: Manifest;
  /** By tenant the declarations of this source, all of them. Those of other sources are the runtime's. */
  readonly declarations: Readonly<Record<string, readonly KeptDeclaration[]>>;
  /**
   * It goes back to the earlier revision that `source.commit` names (`benefits@3`), with the declarations of every
   * source. Those are the runtime's own; `declarations` only show them.
   */
  readonly whole?: true;
  /** How findings are judged. */
  readonly rules: PlanRuling;
  /** How many must have approved it, not counting who applies. */
  readonly approvals: number;
}

/** What `almanac.config.yaml` said of rules when the plan was made. */
export interface PlanRuling {
  readonly rules: Readonly<Record<string, Severity | 'off'>>;
  readonly options: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly waivers: readonly {
    readonly rule: string;
    readonly scope: readonly string[];
    readonly reason: string;
    readonly expires: Instant;
    readonly span: Span;
  }[];
}

export interface PlanSide {
  /** How the side was read. `runtime`: what is in force there. `none`: nothing was there. */
  readonly kind: 'git' | 'directory' | 'manifest' | 'runtime' | 'none';
  /** What the user called it: a ref with its commit, a path. */
  readonly label: string;
  readonly digest?: Digest;
  readonly tzdata?: string;
}

export interface PlanCounts {
  readonly jobs: {
    readonly added: number;
    readonly removed: number;
    readonly changed: number;
    readonly unchanged: number;
  };
  readonly fires: FireCounts;
}

/**
 * How many fires. `before = removed + moved + unchanged`, `after = added + moved + unchanged`;
 * `altered` counts moved and unchanged ones a second time.
 */
export interface FireCounts {
  readonly before: number;
  readonly after: number;
  readonly added: number;
  readonly removed: number;
  readonly moved: number;
  readonly altered: number;
  readonly unchanged: number;
}

export interface PlanCost {
  /** Jobs whose fires were enumerated to compare them: exactly those with another schedule digest or table. */
  readonly enumeratedJobs: number;
  /** Distinct schedules enumerated for counts and peaks. */
  readonly distinctSchedules: number;
}

/** The minute (UTC) in which most fires are due. */
export interface Peak {
  readonly count: number;
  /** Start of the first such minute; absent where nothing fires. */
  readonly at?: Instant;
  /** Some of the jobs, as `tenant/name`, at most five. */
  readonly jobs: readonly string[];
}

/** A place in a declaration's file. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One field that differs, as a person would write it. */
export interface FieldChange {
  /** For instance `schedule.cron`, `policy.horizon`. */
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
  readonly place?: Place;
}

export type ChangeAction = 'add' | 'remove' | 'change';

export interface DeclarationChange {
  readonly action: ChangeAction;
  readonly kind: string;
  readonly tenant: string;
  readonly name: string;
  readonly changes: readonly FieldChange[];
  readonly place?: Place;
  /** Jobs whose meaning a policy or calendar enters, as names. */
  readonly governs?: readonly string[];
}

export interface JobChange {
  readonly action: ChangeAction;
  readonly tenant: string;
  readonly job: string;
  /** The job's name before, where it was renamed. */
  readonly renamedFrom?: string;
  readonly place?: Place;
  readonly digest: { readonly before?: Digest; readonly after?: Digest };
  readonly changes: readonly FieldChange[];
  /** The zone of either side, where its schedule has one. */
  readonly zone: { readonly before?: string; readonly after?: string };
  readonly counts: FireCounts;
  /** Why fires that stay are altered, and how many by each reason. */
  readonly altered: readonly Alteration[];
  readonly windows: readonly WindowChange[];
  /** The first fires that change, nearest first. */
  readonly soon: readonly FireChange[];
  readonly firstFire: { readonly before?: FirstFire; readonly after?: FirstFire };
  /** Wall dates around the moment of apply on which the job fires once more or not at all. */
  readonly applyDates: readonly ApplyDate[];
  /** What each changed answer of the policy alters, and when it matters. */
  readonly effects: readonly PolicyEffect[];
}

/** What one changed answer of a policy alters (design section 7). */
export interface PolicyEffect {
  readonly answer: 'lateAfter' | 'horizon' | 'overlap' | 'catchUp';
  readonly before: string;
  readonly after: string;
  /** Fires of the range that are decided under the answer. */
  readonly governs: number;
  /**
   * When it matters: by the one thing that goes wrong, the least for which outcomes differ. Empty: it makes no
   * difference while only one thing goes wrong.
   */
  readonly thresholds: readonly Threshold[];
  /** The smallest case in full. */
  readonly witness?: Witness;
  /** The line that says when it matters, for a person. */
  readonly message: string;
  /** How long a run is taken to last, and where that comes from. */
  readonly runs: { readonly lasts: Seconds; readonly source: 'expectedDuration' | 'none' | 'left-out' };
  /** How many values of d were tried, over all families. */
  readonly tried: number;
}

/** `outage`: one that ends d after a fire was due. `run`: a run that lasts d. `lane`: full for d from a due on. */
export type EffectFamily = 'outage' | 'run' | 'lane';

export interface Threshold {
  readonly family: EffectFamily;
  /** The least d for which outcomes differ. */
  readonly seconds: Seconds;
  /** For instance `a fire is decided more than 1h (the new horizon) after it was due`. */
  readonly message: string;
}

export interface Witness {
  readonly family: EffectFamily;
  readonly seconds: Seconds;
  /** From the due of the fire that it starts with, to d later. */
  readonly from: Instant;
  readonly until: Instant;
  /** For instance `an outage Tue 2026-12-01 02:00 to 03:00:01`. */
  readonly what: string;
  /** The fires whose outcome differs, at most five. */
  readonly fires: readonly OutcomeChange[];
  /** How many more there are. */
  readonly more: number;
}

/** One fire with both of its outcomes. */
export interface OutcomeChange {
  readonly job: string;
  readonly scheduled: Instant;
  /** Wall time in the job's zone. */
  readonly wall: string;
  readonly before: string;
  readonly after: string;
}

/** A declared Scenario, played on both sides. */
export interface ScenarioEffect {
  readonly tenant: string;
  readonly name: string;
  /** What goes wrong, in words. */
  readonly what: string;
  /** Fires of the tenant that were compared. */
  readonly compared: number;
  /** Fires whose outcome differs; the first of them in `fires`. */
  readonly differ: number;
  readonly fires: readonly OutcomeChange[];
  /** Which run durations were used. */
  readonly durations: string;
}

/** What was recorded of one tenant, and the same decided under `after`. */
export interface ReplayEffect {
  readonly tenant: string;
  /** `[from, until)`. */
  readonly range: { readonly from: Instant; readonly until: Instant };
  /** What went wrong, as the journal shows it, in words. */
  readonly what: string;
  /** Fires that were compared: recorded, and as `after` has them. */
  readonly compared: number;
  /** Fires whose outcome differs; the first of them in `fires`. */
  readonly differ: number;
  readonly fires: readonly OutcomeChange[];
  /** Fires with the same two outcomes, most first. */
  readonly kinds: readonly {
    readonly count: number;
    /** For instance `3 fires that were expired.outage would have been dispatched between 07:05 and 07:35`. */
    readonly message: string;
  }[];
  /**
   * Fires of which deciding again what was in force does not give what was recorded, since something had a part in it
   * that is not replayed (a hold, a target that was down). Whether the change matters to them is not known.
   */
  readonly unlike: number;
  /** Which run durations were used. */
  readonly durations: string;
}

export interface FirstFire {
  readonly scheduled: Instant;
  readonly due: Instant;
  readonly wall: string;
  /** From the plan's `now` to due. */
  readonly in: Seconds;
}

export interface ApplyDate {
  /** `YYYY-MM-DD` in the zone of `after`, else of `before`. */
  readonly date: string;
  readonly kind: 'second' | 'none';
  readonly message: string;
}

/** One reason for which fires that stay have another outcome. */
export interface Alteration {
  readonly kind: 'window' | 'due' | 'deadline' | 'target' | 'policy';
  readonly count: number;
  /** For instance `horizon 6h -> 1h: each expires 5h earlier`. */
  readonly message: string;
}

/** What differs inside one DST window of one side's zone. */
export interface WindowChange {
  /** `all`: the schedule has no zone. */
  readonly kind: 'offset' | 'gap' | 'fold' | 'all';
  /** Whose zone; `both` where the sides agree. */
  readonly side: 'both' | 'before' | 'after';
  readonly zone?: string;
  /** Seconds east of UTC; for a gap or fold those after the transition. */
  readonly offset?: Seconds;
  /** Wall times, half open; absent at the ends of the range. */
  readonly from?: WallTime;
  readonly until?: WallTime;
  readonly counts: FireCounts;
  readonly patterns: readonly FirePattern[];
  /** The first two changed fires and the last; of a gap or fold the first nine and the last. */
  readonly exact: readonly FireChange[];
  readonly omissions: readonly OmissionCount[];
}

export interface OmissionCount {
  readonly cause: OmissionCause;
  readonly before: number;
  readonly after: number;
  /** One of them. */
  readonly example: string;
}

export type FireAction = 'add' | 'remove' | 'move' | 'alter' | 'keep';

/** Changed fires that are alike. */
export interface FirePattern {
  readonly action: FireAction;
  readonly count: number;
  /** For instance `Mon-Fri 01:30 -> 02:00`. */
  readonly text: string;
}

/** One changed fire. `before` and `after` are its instants; the texts are its wall times there. */
export interface FireChange {
  readonly action: FireAction;
  readonly before?: Instant;
  readonly after?: Instant;
  readonly text: string;
}

/** The fires of a tenant that wait just now, decided under both sides. */
export interface BacklogEffect {
  readonly tenant: string;
  readonly waiting: number;
  /** Runs going on. */
  readonly running: number;
  /** Waiting fires whose outcome differs; the first of them in `fires`. */
  readonly differ: number;
  readonly fires: readonly OutcomeChange[];
}

/** Zone tables that differ between the sides. */
export interface Drift {
  /**
   * Whether the sides can differ at all: both are read by this platform unless `before` is a manifest, and
   * then nothing can be said.
   */
  readonly looked: boolean;
  readonly zones: readonly {
    readonly zone: string;
    readonly before: Digest;
    readonly after: Digest;
    /** First instant from which the offsets differ. */
    readonly from: Instant;
    readonly jobs: readonly string[];
  }[];
}
