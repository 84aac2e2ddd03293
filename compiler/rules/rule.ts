import type { DeclaredDocument } from '../../schema/declared.ts';
import type { Severity, Span } from '../../schema/diagnostic.ts';
import type { JobMeaning, Manifest } from '../../schema/manifest.ts';
import type { Instant, Seconds } from '../../schema/time.ts';
import type { Cron, DstWindow, Schedule } from '../time/index.ts';
import type { OptionValues, RuleOptions } from './rule-option.ts';

/** Something that is legal, and that a tenant should look at. */
export interface Rule<Option extends string = string> {
  /** The one name: of its file, its case folder, its docs entry, and in configuration. */
  readonly name: string;
  /** How bad a finding is where nobody has configured it. */
  readonly severity: Severity;
  /** What the rule asks for, in one line. */
  readonly title: string;
  readonly options?: RuleOptions<Option>;
  // As a method, so that a rule with options of its own fits into a list of rules.
  check(context: RuleContext, options: OptionValues<Option>): Iterable<Finding>;
}

/** What a rule has found, and where. */
export interface Finding {
  readonly document: DeclaredDocument;
  /** JSON pointer into the document; `#key` behind it means the key. */
  readonly pointer: string;
  readonly message: string;
  readonly help?: string;
  readonly related?: readonly { readonly message: string; readonly span: Span }[];
  /** Whom it concerns, where that is more than the document: `benefits/*`. @default the document */
  readonly subject?: string;
  /** What stands there must not be shown. */
  readonly masked?: boolean;
}

/** What rules look at. */
export interface RuleContext {
  readonly manifest: Manifest;
  /** Every job of the manifest, by tenant and name. */
  readonly jobs: readonly RuleJob[];
  /** Returns the document of a declaration, where it was among what was read. */
  readonly documentOf: (
    kind: DeclaredDocument['kind'],
    tenant: string,
    name: string,
  ) => DeclaredDocument | undefined;
  readonly now: Instant;
  /** End of the stretch that rules look ahead: 400 days, so that it holds both changes of clocks. */
  readonly until: Instant;
  /** Lists the gaps and folds of a schedule's zone between `now` and `until`. */
  readonly changes: (schedule: Schedule) => readonly DstWindow[];
  /** Returns the smallest spacing of a schedule between `now` and `until`; undefined of fewer than two fires. */
  readonly spacing: (schedule: Schedule) => Seconds | undefined;
}

/** A job, what it means and what its tenant wrote. */
export interface RuleJob {
  readonly tenant: string;
  readonly name: string;
  readonly meaning: JobMeaning;
  readonly document: DeclaredDocument;
  /** Shared by jobs with equal fires, so that what depends on fires alone is worked out once for each. */
  readonly schedule: Schedule;
  /** Its cron expressions as written. */
  readonly expressions: readonly WrittenCron[];
}

export interface WrittenCron {
  readonly text: string;
  readonly cron: Cron;
  readonly pointer: string;
}
