import type { Kind } from '../../schema/declared.ts';
import { type JsonSchema, kindSchemas } from '../../schema/kind-schemas.ts';

/** What may stand at a place of a document. */
export interface Expected {
  readonly schema: JsonSchema;
  /** Names of the definitions passed on the way, outermost first: `cron`, then `text`. */
  readonly names: readonly string[];
  /** Of the property itself, which says more than its definition. */
  readonly examples: readonly unknown[];
  readonly description: string;
}

/** Follows a document to a pointer and returns what its kind's schema expects there; undefined past what it knows. */
export function expectedAt(kind: Kind, document: unknown, pointer: string): Expected | undefined {
  let value = document;
  let expected: Expected | undefined = resolve(kind, kindSchemas[kind], value);
  for (const key of keysOf(pointer)) {
    if (!expected) return undefined;
    value = childOf(value, key);
    const below = childSchema(expected.schema, key);
    expected = below && resolve(kind, below, value);
  }
  return expected;
}

/** Returns what is expected of one property of an object. */
export function expectedOf(
  kind: Kind,
  parent: JsonSchema,
  key: string,
  value?: unknown,
): Expected | undefined {
  const property = propertyOf(parent, key);
  return property && resolve(kind, property, value);
}

/** Splits a JSON pointer (RFC 6901) into its keys. */
export function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Adds a key to a JSON pointer. */
export function pointerTo(pointer: string, key: string): string {
  return `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Returns the value at a pointer. */
export function valueAt(document: unknown, pointer: string): unknown {
  return keysOf(pointer).reduce(childOf, document);
}

/** The property of a schema, a key like `constructor` not being one. */
export function propertyOf(schema: JsonSchema, key: string): JsonSchema | undefined {
  return schema.properties && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
}

function childOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

function childSchema(schema: JsonSchema, key: string): JsonSchema | undefined {
  if (schema.items) return schema.items;
  const property = propertyOf(schema, key);
  if (property) return property;
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}

/** Follows references, and of a value of two shapes takes the side of the shape that it has. */
function resolve(kind: Kind, start: JsonSchema, value: unknown): Expected {
  const names: string[] = [];
  let schema = start;
  let { description = '', examples = [] } = start;
  for (;;) {
    if (schema.$ref) {
      const name = schema.$ref.slice('#/$defs/'.length);
      names.push(name);
      schema = kindSchemas[kind].$defs![name]!;
    } else if (schema.if) {
      const next = shapeOf(value) === schema.if.type ? schema.then : schema.else;
      if (!next) break;
      schema = next;
    } else {
      break;
    }
    description ||= schema.description ?? '';
    examples = examples.length > 0 ? examples : (schema.examples ?? []);
  }
  return { schema, names, examples, description };
}

function shapeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}
