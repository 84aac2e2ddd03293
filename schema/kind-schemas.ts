import type { Kind } from './declared.ts';
import calendar from './kinds/calendar.schema.json' with { type: 'json' };
import channel from './kinds/channel.schema.json' with { type: 'json' };
import grant from './kinds/grant.schema.json' with { type: 'json' };
import job from './kinds/job.schema.json' with { type: 'json' };
import policy from './kinds/policy.schema.json' with { type: 'json' };
import scenario from './kinds/scenario.schema.json' with { type: 'json' };
import silence from './kinds/silence.schema.json' with { type: 'json' };
import tenant from './kinds/tenant.schema.json' with { type: 'json' };

/** As much of JSON Schema (2020-12) as the kinds' schemas use to say what may stand where. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly if?: JsonSchema;
  readonly then?: JsonSchema;
  readonly else?: JsonSchema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

/** The schema of each kind, for explaining what is wrong; what checks is compiled (`schema/validators.ts`). */
export const kindSchemas: Readonly<Record<Kind, JsonSchema>> = {
  Tenant: tenant,
  Policy: policy,
  Job: job,
  Calendar: calendar,
  Grant: grant,
  Channel: channel,
  Silence: silence,
  Scenario: scenario,
};
