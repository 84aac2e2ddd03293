import type { Attribute, AttributePath, AttributeType, AttributeValues } from '../../compiler/index.ts';
import type { Kind } from '../../schema/declared.ts';
import { isRecord, isWhole, unknown, type Value, type Values } from '../wire/value.ts';
import { plainValues } from './plain-values.ts';
import { schemaAt } from './schema-at.ts';

/** Values in which something that will be known later has been replaced by an example of it. */
export interface FilledValues {
  readonly values: AttributeValues;
  /** Where something was unknown: what is said of these places, or of objects around them, says nothing. */
  readonly unknown: readonly AttributePath[];
}

/** Replaces unknown texts, numbers and flags by examples from the schema, and leaves out what is unknown as a whole. */
export function fillUnknown(kind: Kind, attributes: readonly Attribute[], config: Values): FilledValues {
  if (isWhole(config)) return { values: plainValues(config), unknown: [] };
  const places: AttributePath[] = [];
  return { values: plainValues(fillObject(kind, attributes, config, [], places)), unknown: places };
}

function fillObject(
  kind: Kind,
  attributes: readonly Attribute[],
  values: Values,
  path: AttributePath,
  places: AttributePath[],
): Values {
  const filled = attributes.map((attribute) => {
    const value = values[attribute.name] ?? null;
    const at = [...path, { attribute: attribute.name }];
    return [attribute.name, fill(kind, attribute, attribute.type, value, at, places)] as const;
  });
  return Object.fromEntries(filled);
}

function fill(
  kind: Kind,
  attribute: Attribute,
  type: AttributeType,
  value: Value,
  path: AttributePath,
  places: AttributePath[],
): Value {
  if (value === unknown) {
    places.push(path);
    return typeof type === 'string' ? exampleOf(kind, attribute, type) : null;
  }
  if (typeof type === 'string' || value === null) return value;
  const item = (inner: Value, step: { index: number } | { key: string }): Value => {
    const at = [...path, step];
    if (inner === unknown) places.push(at);
    if (!('nesting' in type)) return inner === unknown ? 'example' : inner;
    return isRecord(inner) ? fillObject(kind, type.attributes, inner, at, places) : null;
  };
  if ('nesting' in type && type.nesting === 'single')
    return isRecord(value) ? fillObject(kind, type.attributes, value, path, places) : value;
  if (Array.isArray(value)) return value.map((inner, index) => item(inner, { index }));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, item(inner, { key })]));
}

function exampleOf(
  kind: Kind,
  { values, form, pointer }: Attribute,
  type: 'string' | 'number' | 'bool',
): Value {
  if (type === 'bool') return true;
  if (form === 'json') return '{}';
  const examples = [...(values ?? []), ...(schemaAt(kind, pointer)?.property.examples ?? [])];
  const found = examples.find((example) => typeof example === type);
  return (found ?? (type === 'number' ? 1 : 'example')) as Value;
}
