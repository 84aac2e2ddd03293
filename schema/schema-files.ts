import calendar from './kinds/calendar.schema.json' with { type: 'json' };
import channel from './kinds/channel.schema.json' with { type: 'json' };
import grant from './kinds/grant.schema.json' with { type: 'json' };
import job from './kinds/job.schema.json' with { type: 'json' };
import policy from './kinds/policy.schema.json' with { type: 'json' };
import scenario from './kinds/scenario.schema.json' with { type: 'json' };
import silence from './kinds/silence.schema.json' with { type: 'json' };
import tenant from './kinds/tenant.schema.json' with { type: 'json' };
import declaration from './published/declaration.schema.json' with { type: 'json' };
import fires from './published/fires.schema.json' with { type: 'json' };
import manifest from './published/manifest.schema.json' with { type: 'json' };
import plan from './published/plan.schema.json' with { type: 'json' };

/** A schema as a file for editors and other programs. */
export interface SchemaFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Lists every schema of ours as a file: one for each kind, `declaration.schema.json` for documents of any
 * kind, and those of the formats that we print. Each is complete, since editors fetch one file.
 */
export function schemaFiles(): readonly SchemaFile[] {
  const schemas = { tenant, policy, job, calendar, grant, channel, silence, scenario };
  return Object.entries({ ...schemas, declaration, manifest, plan, fires }).map(([name, schema]) => ({
    name: `${name}.schema.json`,
    text: `${JSON.stringify(schema, null, 2)}\n`,
  }));
}
