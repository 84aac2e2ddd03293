import type { AttributePath } from '../../compiler/index.ts';
import type { Remark } from '../resources/remark.ts';
import type { Block } from '../wire/block.ts';
import type { Shape } from '../wire/shape.ts';
import type { Value, Values } from '../wire/value.ts';

/** What a provider is to Terraform, over plain values: the service translates messages to these calls. */
export interface Provider {
  readonly configuration: Block;
  readonly resources: Readonly<Record<string, Resource>>;
  readonly dataSources: Readonly<Record<string, DataSource>>;
  readonly functions: Readonly<Record<string, ProviderFunction>>;
  readonly validate: (config: Values) => readonly Remark[];
  readonly configure: (config: Values) => readonly Remark[];
  /** Asked to give up what is going on. */
  readonly stop: () => void;
}

/** What Terraform keeps beside a resource's state and does not show. */
export type Private = Readonly<Record<string, unknown>>;

export interface Resource {
  readonly block: Block;
  readonly validate: (config: Values) => readonly Remark[];
  readonly read: (state: Values, kept: Private) => Promise<Outcome>;
  readonly plan: (change: PlannedChange) => Promise<PlanOutcome>;
  readonly apply: (change: AppliedChange) => Promise<Outcome>;
  /** The state that an id means, so far as `read` needs it; undefined where the id can't be one. */
  readonly import: (id: string) => Values | undefined;
}

/** A state, null for none, with remarks. */
export interface Outcome {
  readonly state: Values | null;
  readonly kept: Private;
  readonly remarks: readonly Remark[];
}

export interface PlannedChange {
  /** Null where the resource is to be created. */
  readonly prior: Values | null;
  /** The configuration over the prior state; null where the resource is to be destroyed. */
  readonly proposed: Values | null;
  readonly config: Values | null;
  readonly kept: Private;
}

export interface PlanOutcome extends Outcome {
  /** Attributes whose change cannot be made in place. */
  readonly replace: readonly AttributePath[];
}

export interface AppliedChange {
  readonly prior: Values | null;
  readonly planned: Values | null;
  readonly config: Values | null;
  readonly kept: Private;
}

export interface DataSource {
  readonly block: Block;
  readonly validate: (config: Values) => readonly Remark[];
  readonly read: (
    config: Values,
  ) => Promise<{ readonly state: Values | null; readonly remarks: readonly Remark[] }>;
}

export interface ProviderFunction {
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly description: string;
    readonly shape: Shape;
  }[];
  readonly gives: Shape;
  /**
   * Pure: Terraform remembers results.
   *
   * @throws {ArgumentError} where an argument is wrong.
   */
  readonly call: (args: readonly Value[]) => Value;
}

/** An argument of a function that it can do nothing with. `index` counts from 0. */
export class ArgumentError extends Error {
  readonly index: number;

  constructor(index: number, message: string) {
    super(message);
    this.name = 'ArgumentError';
    this.index = index;
  }
}
