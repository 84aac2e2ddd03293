import type { AttributeValues } from '../../compiler/index.ts';
import { isRecord, unknown, type Value, type Values } from '../wire/value.ts';

/** Values as a declaration is made of them: without what is absent, and without what is unknown. */
export function plainValues(values: Values): AttributeValues {
  return plain(values) as AttributeValues;
}

function plain(value: Value): unknown {
  if (value === unknown || value === null) return undefined;
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map((item) => plain(item) ?? null);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, item]) => [name, plain(item)])
      .filter(([, item]) => item !== undefined),
  );
}

/** Attribute values as Terraform has them, with null for every attribute that they leave out. */
export function terraformValues(values: AttributeValues, names: Iterable<string>): Values {
  return Object.fromEntries([...names].map((name) => [name, (values[name] ?? null) as Value]));
}
