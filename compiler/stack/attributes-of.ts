import { type Kind, kinds } from '../../schema/declared.ts';
import { type JsonSchema, kindSchemas } from '../../schema/kind-schemas.ts';
import { type Alternative, alternatives, calendarPointers, sensitivePointers } from './alternatives.ts';
import type { Attribute, AttributeForm, AttributeSchema, AttributeType } from './attribute.ts';
import { snakeCase } from './snake-case.ts';

const known = new Map<Kind, AttributeSchema>();

/** Returns the Terraform attributes of a kind, the one source of provider, constructs and docs. */
export function attributesOf(kind: Kind): AttributeSchema {
  const schema = known.get(kind) ?? derive(kind);
  known.set(kind, schema);
  return schema;
}

/** The kind of a resource type, `Job` for `almanac_job`; undefined for one that is not ours. */
export function kindOf(resourceType: string): Kind | undefined {
  return kinds.find((kind) => resourceTypeOf(kind) === resourceType);
}

const resourceTypeOf = (kind: Kind) => `almanac_${kind.toLowerCase()}`;

function derive(kind: Kind): AttributeSchema {
  const schema = kindSchemas[kind];
  const reader = readerOf(schema.$defs ?? {});
  return {
    kind,
    resourceType: resourceTypeOf(kind),
    description: schema.description ?? '',
    attributes: ['metadata', 'spec'].flatMap((part) =>
      reader.attributesIn(schema.properties![part]!, `/${part}`),
    ),
  };
}

/** Reads the schemas of one file, whose definitions refer to each other by name. */
function readerOf(definitions: Readonly<Record<string, JsonSchema>>) {
  return { attributesIn };

  function resolved(schema: JsonSchema): JsonSchema {
    return schema.$ref ? resolved(definitions[schema.$ref.slice('#/$defs/'.length)]!) : schema;
  }

  function attributesIn(object: JsonSchema, pointer: string): Attribute[] {
    const { properties = {}, required = [] } = resolved(object);
    return Object.entries(properties).flatMap(([name, property]) =>
      attributesFor(name, property, `${pointer}/${name}`, required.includes(name)),
    );
  }

  /** One attribute, or two where the property takes two shapes. */
  function attributesFor(
    name: string,
    property: JsonSchema,
    pointer: string,
    required: boolean,
  ): Attribute[] {
    const schema = resolved(property);
    const description = property.description ?? schema.description ?? '';
    const sensitive = sensitivePointers.has(pointer);
    const make = (type: AttributeType, form: AttributeForm = 'plain'): Attribute => ({
      name: snakeCase(name),
      description,
      type,
      required,
      sensitive,
      pointer,
      form,
      ...(schema.enum && { values: schema.enum.map(String) }),
    });
    if (schema.const === true) return [make('bool', 'flag')];
    if (isTwofold(schema)) return two(name, make('string'), schema, alternativeOf(pointer, name));
    if (schema.properties) return [make({ nesting: 'single', attributes: attributesIn(schema, pointer) })];
    if (typeof schema.additionalProperties === 'object') {
      const value = resolved(schema.additionalProperties);
      if (isTwofold(value)) {
        const other = alternativeOf(pointer, name);
        const first = make({ map: 'string' });
        return [
          { ...first, description: other.first ?? description, required: false },
          { ...first, name: other.name, description: other.description, required: false, form: 'secrets' },
        ];
      }
      if (value.properties)
        return [make({ nesting: 'map', attributes: attributesIn(value, `${pointer}/*`) })];
      return [make({ map: 'string' })];
    }
    if (schema.items) {
      const item = resolved(schema.items);
      if (isTwofold(item)) {
        return [
          make({ nesting: 'list', attributes: aloneAttributes(resolved(item.then!), pointer) }, 'alone'),
        ];
      }
      if (item.properties) return [make({ nesting: 'list', attributes: attributesIn(item, `${pointer}/*`) })];
      const { enum: values } = item;
      const form = calendarPointers.has(pointer) ? 'calendar' : 'plain';
      return [{ ...make({ list: 'string' }, form), ...(values && { values: values.map(String) }) }];
    }
    return [make(plainType(schema, pointer))];
  }

  /** Where an item may stand alone, its first attribute is what stands there, and the others may be left out. */
  function aloneAttributes(object: JsonSchema, pointer: string): Attribute[] {
    return attributesIn(object, `${pointer}/*`).map((attribute, index) => ({
      ...attribute,
      required: index === 0,
    }));
  }

  function two(name: string, given: Attribute, schema: JsonSchema, other: Alternative): Attribute[] {
    const text = schema.else ? resolved(schema.else) : {};
    const first: Attribute = {
      ...given,
      description: other.first ?? given.description,
      required: false,
      form: other.firstForm ?? 'plain',
      insteadOf: other.name,
      ...(given.required && { oneRequired: true }),
      ...(text.enum && { values: text.enum.map(String) }),
    };
    const { values: _, ...bare } = first;
    const second: Attribute = {
      ...bare,
      name: other.name,
      description: other.description,
      form: 'plain',
      insteadOf: given.name,
    };
    const object = schema.then && resolved(schema.then);
    if (!object) return [first, { ...second, form: 'json' }];
    if (object.items) return [first, { ...second, type: { list: 'string' } }];
    const pointer = other.inner ? `${given.pointer}/${other.inner}` : given.pointer;
    const inner = other.inner ? object.properties?.[other.inner] : object;
    if (!inner) throw new Error(`the schema of \`${name}\` has no \`${other.inner}\``);
    return [
      first,
      { ...second, pointer, type: { nesting: 'single', attributes: attributesIn(inner, pointer) } },
    ];
  }
}

const isTwofold = ({ type }: JsonSchema) => Array.isArray(type);

function alternativeOf(pointer: string, name: string): Alternative {
  const other = alternatives[name];
  if (!other)
    throw new Error(`${pointer} takes two shapes, and compiler/stack/alternatives.ts names only one`);
  return other;
}

function plainType({ type, enum: values }: JsonSchema, pointer: string): AttributeType {
  if (type === 'string' || values) return 'string';
  if (type === 'number' || type === 'integer') return 'number';
  throw new Error(`${pointer} has a type that no attribute can take`);
}
