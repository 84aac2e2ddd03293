import api from './published/api.schema.json' with { type: 'json' };

/** A schema of a body that the API takes or gives. */
export type BodySchema = Readonly<Record<string, unknown>>;

/**
 * Returns the schemas of all bodies and of their parts, by name. A reference to another one is written `NAME#`, as a
 * server finds it that was given each under its name.
 */
export function apiSchemas(): Readonly<Record<string, BodySchema>> {
  const { $defs } = JSON.parse(JSON.stringify(api).replaceAll(/"#\/\$defs\/([^"/]+)"/g, '"$1#"')) as {
    readonly $defs: Readonly<Record<string, BodySchema>>;
  };
  return $defs;
}
