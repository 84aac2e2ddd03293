import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Attribute,
  type AttributePath,
  attributesOf,
  checkValues,
  documentOf,
  pathOf,
  pointerAt,
  valuesOf,
} from '../../../compiler/stack/index.ts';
import { kinds, spanAt } from '../../../schema/declared.ts';
import { type JsonSchema, kindSchemas } from '../../../schema/kind-schemas.ts';
import { anyValid } from './any-valid.ts';

const settings = { seed: 2027, numRuns: 300 };

describe.each(kinds)('The attributes of a %s', (kind) => {
  const { attributes, resourceType } = attributesOf(kind);
  const all = flat(attributes);

  test('reach every property of its schema', () => {
    const reached = new Set(all.flatMap(({ pointer }) => prefixes(pointer)));
    expect(pointersIn(kind).filter((pointer) => !reached.has(pointer))).toEqual([]);
  });

  test('stand for properties that there are, under names of their own, with a sentence each', () => {
    const known = new Set(pointersIn(kind));
    expect(all.map(({ pointer }) => pointer).filter((pointer) => !known.has(pointer))).toEqual([]);
    for (const level of levels(attributes)) {
      const names = level.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
    }
    for (const { name, description } of all) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(description).toMatch(/^[A-Z`].*[.?]$/);
    }
  });

  test('have no name that Terraform keeps for itself, or that the constructs of CDKTF have', () => {
    const reserved =
      /^(count|for_each|provider|depends_on|lifecycle|connection|provisioner|locals|node|path|fqn|friendly_unique_id|to_string|id)$/;
    expect(attributes.map(({ name }) => name).filter((name) => reserved.test(name))).toEqual([]);
    expect(resourceType).toMatch(/^almanac_[a-z]+$/);
  });

  test('say all that a declaration says, and nothing else', () => {
    fc.assert(
      fc.property(anyValid(kind), (value) => {
        const values = valuesOf(kind, value);
        const { document, remarks } = checkValues(kind, values);
        expect(remarks).toEqual([]);
        expect(document.value).toEqual(value);
        expect(documentOf(kind, withNulls(attributes, values)).value).toEqual(value);
      }),
      settings,
    );
  });

  test('are found again from the place of every value', () => {
    fc.assert(
      fc.property(anyValid(kind), (value) => {
        const values = valuesOf(kind, value);
        const document = documentOf(kind, values);
        for (const pointer of Object.keys(document.positions)) {
          expect(pointerAt(document, spanAt(document, pointer))).toBe(firstAt(document.positions, pointer));
          const path = pathOf(kind, pointer, values);
          // The way back leads to something that was given.
          expect(follow(values, path), `${pointer} by ${JSON.stringify(path)}`).not.toBe(undefined);
          if (pointer !== '') expect(path).not.toEqual([]);
        }
      }),
      settings,
    );
  });
});

/** A reference to a secret and its `secret`, or a date that stands alone, are one place. */
function firstAt(
  positions: Readonly<Record<string, readonly number[]>>,
  pointer: string,
): string | undefined {
  const place = String(positions[pointer]);
  return Object.keys(positions).find((other) => String(positions[other]) === place);
}

function follow(values: unknown, path: AttributePath): unknown {
  return path.reduce<unknown>((at, step) => {
    const key = 'attribute' in step ? step.attribute : 'key' in step ? step.key : step.index;
    return (at as Record<string | number, unknown> | undefined)?.[key];
  }, values);
}

function flat(attributes: readonly Attribute[]): Attribute[] {
  return levels(attributes).flat();
}

function levels(attributes: readonly Attribute[]): (readonly Attribute[])[] {
  const inner = attributes.flatMap(({ type }) =>
    typeof type === 'object' && 'nesting' in type ? levels(type.attributes) : [],
  );
  return [attributes, ...inner];
}

function prefixes(pointer: string): string[] {
  const steps = pointer.split('/');
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}

/** What Terraform gives: every attribute of every object, null where nothing was written. */
function withNulls(
  attributes: readonly Attribute[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ name, type }) => {
      const value = values[name] ?? null;
      if (value === null || typeof type === 'string' || !('nesting' in type)) return [name, value];
      const fill = (item: unknown) => withNulls(type.attributes, item as Record<string, unknown>);
      if (type.nesting === 'single') return [name, fill(value)];
      if (type.nesting === 'list') return [name, (value as unknown[]).map(fill)];
      return [name, Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item)]))];
    }),
  );
}

/** Every property below `metadata` and `spec`, as a pointer with `*` for indexes and open keys. */
function pointersIn(kind: (typeof kinds)[number]): string[] {
  const root = kindSchemas[kind];
  const visit = (given: JsonSchema, pointer: string): string[] => {
    const schema = given.$ref ? root.$defs![given.$ref.slice('#/$defs/'.length)]! : given;
    // Only an object of our own making has keys to reach; a reference to a secret is written by its name.
    return [
      ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
        name === 'secret' && Object.keys(schema.properties!).length === 1
          ? []
          : [`${pointer}/${name}`, ...visit(property, `${pointer}/${name}`)],
      ),
      ...(schema.then ? visit(schema.then, pointer) : []),
      ...(schema.items ? visit(schema.items, `${pointer}/*`) : []),
      ...(typeof schema.additionalProperties === 'object'
        ? visit(schema.additionalProperties, `${pointer}/*`)
        : []),
    ];
  };
  return ['metadata', 'spec'].flatMap((part) => visit(root.properties![part]!, `/${part}`));
}
