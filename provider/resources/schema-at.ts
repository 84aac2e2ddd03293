import type { Kind } from '../../schema/declared.ts';
import { type JsonSchema, kindSchemas } from '../../schema/kind-schemas.ts';

/** What a kind's schema says of one place of a declaration. */
export interface SchemaPlace {
  /** As it stands there, with the property's own examples. */
  readonly property: JsonSchema;
  /** Name of the definition that the place refers to, such as `duration`. */
  readonly definition: string | undefined;
}

const known = new Map<string, SchemaPlace | undefined>();

/** Finds a place by its JSON pointer, with `*` for an index or a free key; undefined where the schema has none. */
export function schemaAt(kind: Kind, pointer: string): SchemaPlace | undefined {
  const key = `${kind} ${pointer}`;
  if (!known.has(key)) known.set(key, find(kindSchemas[kind], pointer.split('/').slice(1)));
  return known.get(key);
}

function find(root: JsonSchema, steps: readonly string[]): SchemaPlace | undefined {
  let property: JsonSchema | undefined = root;
  for (const step of steps) {
    const here: JsonSchema = resolved(root, property).schema;
    // Of two shapes, the one that has parts.
    const parts = here.properties || here.items || here.additionalProperties || !here.then;
    const object: JsonSchema = parts ? here : resolved(root, here.then!).schema;
    const more = typeof object.additionalProperties === 'object' ? object.additionalProperties : undefined;
    property = step === '*' ? (object.items ?? more) : object.properties?.[step];
    if (!property) return undefined;
  }
  return { property, definition: resolved(root, property).definition };
}

function resolved(
  root: JsonSchema,
  start: JsonSchema,
): { schema: JsonSchema; definition: string | undefined } {
  let schema = start;
  let definition: string | undefined;
  while (schema.$ref) {
    definition = schema.$ref.slice('#/$defs/'.length);
    schema = root.$defs?.[definition] ?? {};
  }
  return { schema, definition };
}
