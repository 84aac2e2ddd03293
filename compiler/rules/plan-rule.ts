import type { Severity } from '../../schema/diagnostic.ts';
import type { Manifest } from '../../schema/manifest.ts';
import type { Place, Plan } from '../../schema/plan.ts';
import type { OptionValues, RuleOptions } from './rule-option.ts';

/** Something about a change that its reviewer should look at. */
export interface PlanRule<Option extends string = string> {
  /** The one name: of its file, its case folder, its docs entry, and in configuration. */
  readonly name: string;
  /** How bad a finding is where nobody has configured it. */
  readonly severity: Severity;
  /** What the rule asks for, in one line. */
  readonly title: string;
  readonly options?: RuleOptions<Option>;
  // As a method, so that a rule with options of its own fits into a list of rules.
  check(plan: Plan, sides: PlanSides, options: OptionValues<Option>): Iterable<PlanFinding>;
}

/** The manifests that a plan compares. */
export interface PlanSides {
  /** Absent when planning from nothing. */
  readonly before?: Manifest | undefined;
  readonly after: Manifest;
}

/** What a rule has found in a plan. */
export interface PlanFinding {
  /** The job concerned, as `tenant/name`; of a finding on many `tenant/*`, on all that is planned a star for both. */
  readonly subject: string;
  /** Where the cause stands, as the plan places it. */
  readonly place?: Place | undefined;
  readonly message: string;
  readonly help?: string | undefined;
}
