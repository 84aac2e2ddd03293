import fc from 'fast-check';
import type { Kind } from '../../../schema/declared.ts';
import { type JsonSchema, kindSchemas } from '../../../schema/kind-schemas.ts';
import { validators } from '../../../schema/validators.ts';

interface Schema extends JsonSchema {
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
}

type Fields = Readonly<Record<string, unknown>>;

/** Declarations that are valid against the schema of their kind, made of the schema and of the examples in it. */
export function anyValid(kind: Kind): fc.Arbitrary<Fields> {
  const root = kindSchemas[kind];
  const resolved = (schema: Schema): Schema =>
    schema.$ref ? resolved(root.$defs![schema.$ref.slice('#/$defs/'.length)]!) : schema;

  return arbitrary(root, [])
    .map((value) => value as Fields)
    .filter((value) => validators[kind](value));

  function arbitrary(given: Schema, around: readonly unknown[]): fc.Arbitrary<unknown> {
    const schema = resolved(given);
    const examples = [...(given.examples ?? []), ...around];
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (Array.isArray(schema.type)) {
      const texts = schema.else?.enum ?? examples.filter((example) => typeof example === 'string');
      const other = schema.then
        ? arbitrary(
            schema.then,
            examples.filter((example) => typeof example === 'object'),
          )
        : fc.constantFrom({}, { a: [1, { b: null }] }, { text: '' });
      return texts.length === 0 ? other : fc.oneof(fc.constantFrom(...texts), other);
    }
    if (schema.properties) return object(schema);
    if (typeof schema.additionalProperties === 'object') {
      const maps = examples.map((example) => Object.entries(example as Fields));
      const keys = maps.flat().map(([key]) => key);
      const value = arbitrary(
        schema.additionalProperties,
        maps.flat().map(([, value]) => value),
      );
      return fc.dictionary(fc.constantFrom(...keys, 'a', 'b7'), value, {
        minKeys: schema.minProperties ?? 0,
        maxKeys: 3,
        noNullPrototype: true,
      });
    }
    if (schema.items) {
      return fc.array(arbitrary(schema.items, (examples as unknown[][]).flat()), {
        minLength: 1,
        maxLength: 3,
      });
    }
    if (schema.type === 'integer') return fc.integer({ min: 1, max: 500 });
    if (schema.type === 'number') return fc.constantFrom(0, 1.2, 4);
    return fc.constantFrom(...examples.filter((example) => typeof example === 'string'));
  }

  function object(schema: Schema): fc.Arbitrary<unknown> {
    const properties = Object.entries(schema.properties!);
    const all = fc.record(
      Object.fromEntries(properties.map(([name, property]) => [name, arbitrary(property, [])])),
    );
    return fc.tuple(all, mask(properties.length), fc.nat(99)).map(([full, wanted, pick]) => {
      const value: Record<string, unknown> = {};
      for (const [index, [name]] of properties.entries()) {
        const chosen = wanted[index] === true;
        if (schema.required?.includes(name) || chosen) value[name] = full[name];
      }
      const branches = (schema.oneOf ?? schema.anyOf)?.flatMap(({ required }) => required ?? []);
      const choices = branches ?? (schema.maxProperties === 1 ? properties.map(([name]) => name) : []);
      const one = choices[pick % choices.length];
      if (one !== undefined) {
        if (!schema.anyOf) for (const name of choices) delete value[name];
        value[one] = full[one];
      }
      for (const [name, needed] of Object.entries(schema.dependentRequired ?? {})) {
        for (const other of needed.filter(() => name in value)) {
          if (name === one) value[other] = full[other];
          else if (!(other in value)) delete value[name];
        }
      }
      return value;
    });
  }
}

const mask = (length: number) => fc.array(fc.boolean(), { minLength: length, maxLength: length });
