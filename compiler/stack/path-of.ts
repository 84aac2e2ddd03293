import type { Kind } from '../../schema/declared.ts';
import {
  type Attribute,
  type AttributePath,
  type AttributeType,
  type AttributeValues,
  isNested,
} from './attribute.ts';
import { attributesOf } from './attributes-of.ts';
import { stepKey } from './pointer-step.ts';

/**
 * The attribute that a JSON pointer of the declaration means, for putting a remark on it; a `#key` behind it makes no
 * difference. Where two attributes stand for one property, that of the two is meant which has a value in `values`. What
 * no attribute stands for is the nearest attribute around it, or the resource: an empty path.
 */
export function pathOf(kind: Kind, pointer: string, values: AttributeValues = {}): AttributePath {
  const steps = pointer.replace(/#key$/, '').split('/').slice(1);
  return inObject(attributesOf(kind).attributes, steps, values, '');
}

function inObject(
  attributes: readonly Attribute[],
  steps: readonly string[],
  values: unknown,
  pattern: string,
): AttributePath {
  const ranked = attributes
    .map((attribute) => {
      const own = attribute.pointer.slice(pattern.length + 1).split('/');
      const isOn = own.every((step, index) => index >= steps.length || step === steps[index]);
      const rest = steps.slice(own.length);
      const given = valueAt(values, attribute.name);
      const fits = [
        given !== undefined && given !== null,
        holds(given, rest[0]),
        goesOn(attribute.type, rest),
      ];
      // `/spec` is on the way to everything and means none of it.
      const named = steps.length > (own[0] === 'metadata' || own[0] === 'spec' ? 1 : 0);
      return {
        attribute,
        rest,
        given,
        rank: isOn && named ? fits.reduce((sum, fit) => 2 * sum + (fit ? 1 : 0), 0) : -1,
      };
    })
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => b.rank - a.rank);
  const [best] = ranked;
  if (!best) return [];
  const step = { attribute: best.attribute.name };
  return [step, ...inValue(best.attribute, best.rest, best.given)];
}

function inValue({ type, pointer }: Attribute, rest: readonly string[], given: unknown): AttributePath {
  const [head, ...below] = rest;
  if (head === undefined || typeof type === 'string') return [];
  const key = stepKey(head);
  const isList = 'list' in type || (isNested(type) && type.nesting === 'list');
  if (!isNested(type)) return [isList ? { index: Number(key) } : { key }];
  if (type.nesting === 'single') return inObject(type.attributes, rest, given, pointer);
  const item = valueAt(given, key);
  return [
    isList ? { index: Number(key) } : { key },
    ...inObject(type.attributes, below, item, `${pointer}/*`),
  ];
}

/** Whether a value has a part by that name; of two maps for one property, only one has the key. */
function holds(given: unknown, step: string | undefined): boolean {
  return step === undefined || valueAt(given, stepKey(step)) !== undefined;
}

function goesOn(type: AttributeType, rest: readonly string[]): boolean {
  return rest.length === 0 || typeof type !== 'string';
}

function valueAt(object: unknown, key: string): unknown {
  return typeof object === 'object' && object !== null && Object.hasOwn(object, key)
    ? (object as Readonly<Record<string, unknown>>)[key]
    : undefined;
}
