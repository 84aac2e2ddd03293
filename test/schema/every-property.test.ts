import { describe, expect, test } from 'vitest';
import { compileSchema } from '../../schema/generate/validators.js';
import { schemaFiles } from '../../schema/schema-files.ts';

interface Schema {
  readonly $id: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** The kinds' own files; `declaration` holds the same once more, and what we print needs no examples. */
const kinds = schemaFiles()
  .filter(
    ({ name }) =>
      !/^(?:declaration|manifest|plan|fires|snapshot|explanation|history|missing|upcoming|backlog)\./.test(
        name,
      ),
  )
  .map(({ name, text }) => ({ name, schema: JSON.parse(text) as Schema }));

describe.each(kinds)('$name', ({ schema }) => {
  const validate = compileSchema(schema);
  const objects = objectsIn(schema);
  const properties = objects.flatMap(({ pointer, object }) =>
    Object.entries(object.properties ?? {}).map(([name, property]) => ({
      pointer: `${pointer}/properties/${name}`,
      property,
    })),
  );

  test.each(properties)('$pointer has a description that is a sentence', ({ property }) => {
    expect(property.description).toMatch(/^[A-Z`].*[.?]$/);
  });

  test.each(properties)('$pointer has examples, and each is valid', ({ pointer, property }) => {
    expect(property.examples?.length).toBeGreaterThan(0);
    for (const example of property.examples ?? []) expect(validate(example, pointer)).toEqual([]);
  });

  test('the example of the whole document is valid', () => {
    expect(schema.examples).toHaveLength(1);
    expect(validate(schema.examples?.[0])).toEqual([]);
  });

  test.each(objects)('$pointer takes no unknown keys, and requires only keys that it has', ({ object }) => {
    if (!object.properties) {
      // An open map says what its values are.
      expect(object.additionalProperties).toBeTypeOf('object');
      return;
    }
    expect(object.additionalProperties).toBe(false);
    expect(Object.keys(object.properties)).toEqual(expect.arrayContaining([...(object.required ?? [])]));
  });

  test('refers to nothing outside itself, since editors fetch one file', () => {
    const references = [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to);
    for (const reference of references) expect(reference).toMatch(/^#\/\$defs\//);
  });
});

/** Every schema of an object, at any depth, with a JSON pointer to it. Values of examples are not schemas. */
function objectsIn(schema: Schema): { pointer: string; object: Schema }[] {
  const found: { pointer: string; object: Schema }[] = [];
  const visit = (value: unknown, pointer: string) => {
    if (typeof value !== 'object' || value === null) return;
    const object = value as Schema;
    // The condition of an `if` asks for an object; it does not describe one.
    if (object.type === 'object' && !pointer.endsWith('/if')) found.push({ pointer, object });
    for (const [key, inner] of Object.entries(value)) {
      if (key !== 'examples') visit(inner, `${pointer}/${key}`);
    }
  };
  visit(schema, '');
  return found;
}
