import { readFileSync } from 'node:fs';

/** In the order of design and documentation. */
export const kinds = ['Tenant', 'Policy', 'Job', 'Calendar', 'Grant', 'Channel', 'Silence', 'Scenario'];

/** Reads the schema of a kind. */
export function kindSchema(kind) {
  const file = new URL(`../kinds/${kind.toLowerCase()}.schema.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * Merges the kinds into the schema of a document of any kind, which editors need for a file that holds
 * several. Told apart by `kind` with if/then, and not by `oneOf`, so that a mistake in a job is reported
 * once and not eight times.
 *
 * Each kind's file is complete, so small definitions stand in several; this is also where they are kept
 * from drifting apart.
 */
export function declarationSchema() {
  const definitions = {};
  for (const kind of kinds) {
    const { $schema, $id, $defs, ...document } = kindSchema(kind);
    for (const [name, definition] of Object.entries({ ...$defs, [kind]: document })) {
      const other = definitions[name];
      if (other && JSON.stringify(other) !== JSON.stringify(definition)) {
        throw new Error(`$defs/${name} of ${kind} differs from that of another kind; write both the same`);
      }
      definitions[name] = definition;
    }
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://almanac.dev/schema/v1/declaration.schema.json',
    title: 'Declaration',
    description: 'A document of any kind, told by `kind`.',
    type: 'object',
    required: ['apiVersion', 'kind'],
    properties: {
      apiVersion: {
        description: 'The version of the language of declarations.',
        const: 'almanac/v1',
        examples: ['almanac/v1'],
      },
      kind: { description: 'What is declared.', enum: kinds, examples: kinds },
    },
    allOf: kinds.map((kind) => ({
      if: { properties: { kind: { const: kind } }, required: ['kind'] },
      // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's word.
      then: { $ref: `#/$defs/${kind}` },
    })),
    $defs: definitions,
  };
}
