import { type BlockAttribute, isNestedBlock } from '../../../provider/wire/block.ts';
import { isRecord, unknown, type Value, type Values } from '../../../provider/wire/value.ts';

/**
 * What Terraform asks of a provider's answers, after the sources of version 1.11: which states
 * may be planned, planned again, and be there after an apply. Written anew, and without the provider's own comparisons.
 */

type Attributes = readonly BlockAttribute[];

/** The configuration over the prior state, which Terraform proposes: what is computed and not configured stays. */
export function proposedState(attributes: Attributes, prior: Values | null, config: Values): Values {
  return Object.fromEntries(
    attributes.map(({ name, mode }) => {
      const given = config[name] ?? null;
      const stays = given === null && mode.endsWith('computed');
      return [name, stays ? (prior?.[name] ?? null) : given];
    }),
  );
}

/** Why a planned state is none that Terraform takes ("Provider produced invalid plan"); empty where it is one. */
export function invalidPlan(
  attributes: Attributes,
  prior: Values | null,
  config: Values,
  planned: Values,
  path = '',
): readonly string[] {
  const unexpected = Object.keys(planned).filter(
    (name) => !attributes.some((attribute) => attribute.name === name),
  );
  const wrong = attributes.flatMap((attribute) =>
    invalidValue(
      attribute,
      prior?.[attribute.name] ?? null,
      config[attribute.name] ?? null,
      planned[attribute.name] ?? null,
      `${path}.${attribute.name}`,
    ),
  );
  return [...unexpected.map((name) => `${path}.${name}: no such attribute`), ...wrong];
}

function invalidValue(
  { type, mode }: BlockAttribute,
  prior: Value,
  config: Value,
  planned: Value,
  path: string,
): readonly string[] {
  if (isEqual(planned, config)) return [];
  if (config === null && mode.endsWith('computed')) return [];
  if (config === null) return [`${path}: planned value for a non-computed attribute`];
  if (prior !== null && isEqual(planned, prior)) return [];
  if (!isNestedBlock(type) || config === unknown)
    return [
      `${path}: planned ${show(planned)} matches neither config ${show(config)} nor prior ${show(prior)}`,
    ];
  if (planned === null || planned === unknown)
    return [`${path}: configured, and planned as ${show(planned)}`];
  if (type.nesting === 'single') {
    const before = isRecord(prior) ? prior : null;
    return invalidPlan(type.attributes, before, config as Values, planned as Values, path);
  }
  const [given, made, was] = [config, planned, prior].map(
    (value) => new Map(Object.entries((value ?? {}) as Values)),
  );
  if ([...given!.keys()].join() !== [...made!.keys()].join()) return [`${path}: other keys than configured`];
  return [...given!].flatMap(([key, item]) => {
    const before = was!.get(key) ?? null;
    return invalidPlan(
      type.attributes,
      isRecord(before) ? before : null,
      item as Values,
      made!.get(key) as Values,
      `${path}[${key}]`,
    );
  });
}

/**
 * Why a later state breaks the promise of an earlier one: every known value stays ("inconsistent final plan",
 * "inconsistent result after apply"). Empty where it keeps it.
 */
export function brokenPromises(promised: Value, actual: Value, path = ''): readonly string[] {
  if (promised === unknown) return [];
  if (actual === unknown) return [`${path}: was ${show(promised)}, and is unknown`];
  const isBoth =
    typeof promised === 'object' && promised !== null && typeof actual === 'object' && actual !== null;
  if (!isBoth)
    return isEqual(promised, actual) ? [] : [`${path}: was ${show(promised)}, but now ${show(actual)}`];
  const [was, is] = [promised as Values, actual as Values];
  if (Array.isArray(promised) && promised.length !== (actual as readonly Value[]).length)
    return [`${path}: another number of elements`];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((key) =>
    brokenPromises(was[key] ?? null, is[key] ?? null, `${path}.${key}`),
  );
}

/** Where something is unknown, which nothing may be after an apply. */
export function unknownPlaces(value: Value, path = ''): readonly string[] {
  if (value === unknown) return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as Values).flatMap(([key, item]) => unknownPlaces(item, `${path}.${key}`));
}

/** Whether Terraform sees no difference. */
export function isEqual(a: Value, b: Value): boolean {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [x, y] = [a as Values, b as Values];
  return [...new Set([...Object.keys(x), ...Object.keys(y)])].every((key) =>
    isEqual(x[key] ?? null, y[key] ?? null),
  );
}

function show(value: Value): string {
  return typeof value === 'symbol' ? 'unknown' : JSON.stringify(value);
}
