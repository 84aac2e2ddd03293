import type { DeclaredDocument } from '../../schema/declared.ts';
import type { Severity, Span } from '../../schema/diagnostic.ts';
import type { JobMeaning, Manifest } from '../../schema/manifest.ts';
import type { Instant } from '../../schema/time.ts';
import type { Cron, DstWindow, Schedule } from '../time/index.ts';

/** Something that is legal, and that a tenant should look at. */
export interface Rule {
  /** The one name: of its file, its case folder, its docs entry, and in configuration. */
  readonly name: string;
  /** How bad a finding is where nobody has configured it. */
  readonly severity: Severity;
  /** What the rule asks for, in one line. */
  readonly title: string;
  readonly check: (context: RuleContext) => Iterable<Finding>;
}

/** What a rule has found, and where. */
export interface Finding {
  readonly document: DeclaredDocument;
  /** JSON pointer into the document; `#key` behind it means the key. */
  readonly pointer: string;
  readonly message: string;
  readonly help?: string;
  readonly related?: readonly { readonly message: string; readonly span: Span }[];
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
