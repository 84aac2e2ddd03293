import { kindSchemas } from './kind-schemas.ts';
import almanacConfig from './published/almanac-config.schema.json' with { type: 'json' };
import backlog from './published/backlog.schema.json' with { type: 'json' };
import declaration from './published/declaration.schema.json' with { type: 'json' };
import explanation from './published/explanation.schema.json' with { type: 'json' };
import fires from './published/fires.schema.json' with { type: 'json' };
import history from './published/history.schema.json' with { type: 'json' };
import manifest from './published/manifest.schema.json' with { type: 'json' };
import missing from './published/missing.schema.json' with { type: 'json' };
import plan from './published/plan.schema.json' with { type: 'json' };
import snapshot from './published/snapshot.schema.json' with { type: 'json' };
import upcoming from './published/upcoming.schema.json' with { type: 'json' };

/** A schema as a file for editors and other programs. */
export interface SchemaFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Lists every schema of ours as a file: one for each kind, `declaration.schema.json` for documents of any
 * kind, those of the formats that we print, and that of `almanac.config.yaml`. Each is complete, since editors fetch
 * one file.
 */
export function schemaFiles(): readonly SchemaFile[] {
  const schemas = {
    ...kindSchemas,
    declaration,
    manifest,
    plan,
    fires,
    snapshot,
    explanation,
    history,
    missing,
    upcoming,
    backlog,
    'almanac-config': almanacConfig,
  };
  return Object.entries(schemas).map(([name, schema]) => ({
    name: `${name.toLowerCase()}.schema.json`,
    text: `${JSON.stringify(schema, null, 2)}\n`,
  }));
}
