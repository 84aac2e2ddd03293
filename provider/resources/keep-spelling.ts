import type { Attribute, AttributeType } from '../../compiler/index.ts';
import type { Kind } from '../../schema/declared.ts';
import { isRecord, type Value, type Values } from '../wire/value.ts';
import { meanTheSame } from './text-meaning.ts';

/**
 * The values of a configuration, with the prior spelling wherever it means the same, so that another spelling is no
 * change. Terraform allows of a configured value just that: what is written, or what was there before.
 */
export function keepSpelling(
  kind: Kind,
  attributes: readonly Attribute[],
  values: Values,
  prior: Values | null,
): Values {
  if (!prior) return values;
  const kept = attributes.map(({ name, type, form, pointer }) => [
    name,
    keep(kind, type, form, pointer, values[name] ?? null, prior[name] ?? null),
  ]);
  return { ...values, ...(Object.fromEntries(kept) as Values) };
}

function keep(
  kind: Kind,
  type: AttributeType,
  form: string,
  pointer: string,
  value: Value,
  prior: Value,
): Value {
  if (typeof value === 'string')
    return typeof prior === 'string' && meanTheSame(kind, pointer, form, value, prior) ? prior : value;
  if (typeof type === 'string') return value;
  if ('nesting' in type) {
    const inner = (item: Value, was: Value): Value =>
      isRecord(item) && isRecord(was) ? keepSpelling(kind, type.attributes, item, was) : item;
    return type.nesting === 'single' ? inner(value, prior) : eachItem(value, prior, inner);
  }
  const at = form === 'plain' && pointer.endsWith('/cron') ? pointer : `${pointer}/*`;
  return eachItem(value, prior, (item, was) =>
    typeof item === 'string' && typeof was === 'string' && meanTheSame(kind, at, form, item, was)
      ? was
      : item,
  );
}

function eachItem(value: Value, prior: Value, keepItem: (item: Value, was: Value) => Value): Value {
  if (Array.isArray(value) && Array.isArray(prior))
    return value.map((item, index) => keepItem(item, prior[index] ?? null));
  if (!isRecord(value) || !isRecord(prior)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, keepItem(item, prior[key] ?? null)]),
  );
}
