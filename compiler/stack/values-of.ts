import type { Kind } from '../../schema/declared.ts';
import { type Attribute, type AttributeValues, isNested } from './attribute.ts';
import { attributesOf } from './attributes-of.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The attribute values that say what a declaration says (its `value`, valid against the schema of its kind). What is
 * absent is left out.
 */
export function valuesOf(kind: Kind, declaration: unknown): AttributeValues {
  return valuesIn(attributesOf(kind).attributes, declaration, '');
}

function valuesIn(attributes: readonly Attribute[], object: unknown, pattern: string): AttributeValues {
  const found = attributes.map((attribute) => {
    const steps = attribute.pointer.slice(pattern.length + 1).split('/');
    const value = steps.reduce<unknown>((at, step) => (isFields(at) ? at[step] : undefined), object);
    return [attribute.name, readValue(attribute, value)] as const;
  });
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

/** Undefined where the value has the shape of the other attribute of its property. */
function readValue({ type, form, pointer }: Attribute, value: unknown): unknown {
  if (value === undefined) return undefined;
  if (form === 'json') return isFields(value) ? JSON.stringify(value) : undefined;
  if (isNested(type)) {
    const inner = (item: unknown, below: string): AttributeValues => {
      const [first] = type.attributes;
      return form === 'alone' && !isFields(item)
        ? { [first!.name]: item }
        : valuesIn(type.attributes, item, below);
    };
    if (type.nesting === 'list')
      return Array.isArray(value) ? value.map((item) => inner(item, `${pointer}/*`)) : undefined;
    if (!isFields(value)) return undefined;
    if (type.nesting === 'single') return inner(value, pointer);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inner(item, `${pointer}/*`)]));
  }
  if (typeof type === 'string') return typeof value === jsType[type] ? value : undefined;
  if ('list' in type) return Array.isArray(value) ? value : undefined;
  if (!isFields(value)) return undefined;
  // A map of texts and references is two maps here; an empty one is an empty map of texts.
  const entries = Object.entries(value);
  const mine = entries.filter(([, item]) => (form === 'secrets') === isFields(item));
  if (mine.length === 0 && (entries.length > 0 || form === 'secrets')) return undefined;
  return Object.fromEntries(mine.map(([key, item]) => [key, isFields(item) ? item['secret'] : item]));
}

const jsType = { string: 'string', number: 'number', bool: 'boolean' } as const;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
