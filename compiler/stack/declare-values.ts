import type { DeclaredDocument, Kind, Place } from '../../schema/declared.ts';
import {
  type Attribute,
  type AttributePath,
  type AttributeType,
  type AttributeValues,
  isNested,
} from './attribute.ts';
import { attributesOf } from './attributes-of.ts';
import { readCalendarText } from './calendar-text.ts';
import { closestName } from './closest-name.ts';
import { pointerStep } from './pointer-step.ts';
import { readPolicyText } from './policy-text.ts';

/** Where a resource stands, so that its declaration knows. */
export interface ResourcePlace {
  readonly file: string;
  readonly line: number;
  /** Undefined where nobody knows; then the nearest value around it is meant. */
  readonly placeOf: (path: AttributePath, part: 'key' | 'value') => Place | undefined;
}

/** A value that no declaration can be made of, at its attribute. */
export interface Refusal {
  readonly path: AttributePath;
  readonly message: string;
  readonly help?: string;
  /** The name of the attribute is what is wrong, and not its value. */
  readonly isName?: boolean;
}

export interface DeclaredValues {
  readonly document: DeclaredDocument;
  /** Where there are any, parts are missing in the document. */
  readonly refusals: readonly Refusal[];
}

type Tree = { [key: string]: unknown };

/** Makes the declaration of a resource's attribute values. Never throws, whatever the values. */
export function declareValues(kind: Kind, values: AttributeValues, place?: ResourcePlace): DeclaredValues {
  const refusals: Refusal[] = [];
  const positions: Record<string, Place> = {};
  const { attributes, resourceType } = attributesOf(kind);
  const metadata: Tree = {};
  const value: Tree = { apiVersion: 'almanac/v1', kind, metadata, spec: {} };
  const placeOf = place?.placeOf ?? countedPlaces();
  const whole = placeOf([], 'value');
  if (whole) positions[''] = whole;
  fill(value, '', attributes, values, [], '');

  const name = text(metadata['name']);
  const tenant = kind === 'Tenant' ? name : text(metadata['tenant']);
  const file = place?.file ?? `${resourceType}.${kind === 'Tenant' ? name : `${tenant}/${name}`}`;
  return { document: { kind, tenant, name, value, file, line: place?.line ?? 1, positions }, refusals };

  /** Puts the values of an object's attributes into the declaration's own object at `here`. */
  function fill(
    target: Tree,
    here: string,
    attributes: readonly Attribute[],
    values: AttributeValues,
    path: AttributePath,
    pattern: string,
  ): void {
    for (const attribute of attributes) {
      const given = values[attribute.name];
      if (isAbsent(given, attribute)) continue;
      const at = [...path, { attribute: attribute.name }];
      const other = attributes.find(({ name }) => name === attribute.insteadOf);
      if (
        other &&
        attributes.indexOf(other) < attributes.indexOf(attribute) &&
        !isAbsent(values[other.name], other)
      )
        refuse(at, `\`${attribute.name}\` and \`${other.name}\` say the same`, 'write one of them');
      else put(target, here, attribute, attribute.pointer.slice(pattern.length + 1).split('/'), given, at);
    }
    for (const name of Object.keys(values)) {
      if (
        attributes.some((attribute) => attribute.name === name) ||
        values[name] === null ||
        values[name] === undefined
      )
        continue;
      const near = closestName(
        name,
        attributes.map((attribute) => attribute.name),
      );
      refusals.push({
        path: [...path, { attribute: name }],
        message: `unknown attribute \`${name}\``,
        ...(near && { help: `did you mean \`${near}\`?` }),
        isName: true,
      });
    }
  }

  function put(
    target: Tree,
    here: string,
    attribute: Attribute,
    steps: readonly string[],
    given: unknown,
    path: AttributePath,
  ): void {
    // `metadata` and `spec`, and the wrapper of a queue, are objects on the way.
    let object = target;
    for (const step of steps.slice(0, -1)) {
      object[step] ??= {};
      object = object[step] as Tree;
    }
    const last = steps.at(-1)!;
    const pointer = `${here}/${steps.join('/')}`;
    const made = convert(attribute, given, path, pointer);
    if (made === undefined) return;
    note(pointer, path);
    if (attribute.form === 'secrets') {
      const known = (object[last] ?? {}) as Tree;
      for (const key of Object.keys(made as Tree)) {
        if (Object.hasOwn(known, key)) refuse([...path, { key }], `\`${key}\` is given twice: once as text`);
      }
      object[last] = { ...known, ...(made as Tree) };
    } else object[last] = made;
  }

  /** The value as the declaration writes it; undefined where it is refused. */
  function convert(attribute: Attribute, given: unknown, path: AttributePath, pointer: string): unknown {
    const { type, form } = attribute;
    if (isNested(type)) return nested(attribute, type, given, path, pointer);
    if (typeof type === 'object') {
      const many = 'list' in type ? asList(given) : asMap(given);
      if (!many) return wrong(type, path, attribute.insteadOf);
      const entries = Object.entries(many).map(([key, item]) => {
        const at = [...path, 'list' in type ? { index: Number(key) } : { key }];
        const step = `${pointer}/${pointerStep(key)}`;
        note(step, at);
        const value = simple('string', item, at);
        if (form === 'calendar' && typeof value === 'string')
          return [key, readCalendarText(value)?.name ?? value] as const;
        if (form !== 'secrets') return [key, value] as const;
        note(`${step}/secret`, at);
        return [key, { secret: value }] as const;
      });
      return 'list' in type ? entries.map(([, item]) => item) : Object.fromEntries(entries);
    }
    const value = simple(type, given, path, attribute.insteadOf);
    if (form === 'policy' && typeof value === 'string') return readPolicyText(value)?.name ?? value;
    return form === 'json' && typeof value === 'string' ? parsed(value, path) : value;
  }

  function nested(
    { form, pointer: pattern }: Attribute,
    { nesting, attributes }: Extract<AttributeType, { nesting: string }>,
    given: unknown,
    path: AttributePath,
    pointer: string,
  ): unknown {
    const object = (value: unknown, at: AttributePath, here: string, below: string): unknown => {
      const values = asMap(value);
      if (!values) return wrong('object', at);
      const target: Tree = {};
      fill(target, here, attributes, values, at, below);
      const [only, ...more] = Object.keys(target);
      return form === 'alone' && more.length === 0 && only === lastStep(attributes[0]!.pointer)
        ? target[only]
        : target;
    };
    if (nesting === 'single') return object(given, path, pointer, pattern);
    const many = nesting === 'list' ? asList(given) : asMap(given);
    if (!many) return wrong({ nesting, attributes }, path);
    const entries = Object.entries(many).map(([key, item]) => {
      const at = [...path, nesting === 'list' ? { index: Number(key) } : { key }];
      const here = `${pointer}/${pointerStep(key)}`;
      note(here, at);
      return [key, object(item, at, here, `${pattern}/*`)] as const;
    });
    return nesting === 'list' ? entries.map(([, item]) => item) : Object.fromEntries(entries);
  }

  /** Terraform turns numbers and flags into text and back wherever the other is asked for. */
  function simple(
    type: 'string' | 'number' | 'bool',
    given: unknown,
    path: AttributePath,
    insteadOf?: string,
  ): unknown {
    if (typeof given === (type === 'bool' ? 'boolean' : type)) return given;
    if (type === 'string' && (typeof given === 'number' || typeof given === 'boolean')) return String(given);
    if (type === 'bool' && given === 'true') return true;
    if (type === 'number' && typeof given === 'string' && /^-?\d+(?:\.\d+)?$/.test(given))
      return Number(given);
    return wrong(type, path, insteadOf);
  }

  function parsed(given: string, path: AttributePath): unknown {
    try {
      const value: unknown = JSON.parse(given);
      if (asMap(value)) return value;
    } catch {
      // The remark below says what is asked for.
    }
    refuse(path, `${lastName(path)} is not the JSON of an object`, 'write `jsonencode({ ... })`');
    return undefined;
  }

  function wrong(type: AttributeType | 'object', path: AttributePath, insteadOf?: string): undefined {
    const help = insteadOf && `\`${insteadOf}\` takes the other form`;
    refuse(path, `${lastName(path)} takes ${typeWords(type)}`, help);
    return undefined;
  }

  function refuse(path: AttributePath, message: string, help?: string): void {
    refusals.push({ path, message, ...(help && { help }) });
  }

  function note(pointer: string, path: AttributePath): void {
    const value = placeOf(path, 'value');
    const key = placeOf(path, 'key');
    if (value) positions[pointer] = value;
    if (key) positions[`${pointer}#key`] = key;
  }
}

/** A flag that is not up is not written in a declaration. */
const isAbsent = (given: unknown, { form }: Attribute) =>
  given === null || given === undefined || (form === 'flag' && (given === false || given === 'false'));

const asList = (value: unknown) => (Array.isArray(value) ? (value as readonly unknown[]) : undefined);

const asMap = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const lastStep = (pointer: string) => pointer.slice(pointer.lastIndexOf('/') + 1);

function lastName(path: AttributePath): string {
  const step = path.at(-1)!;
  return `\`${'attribute' in step ? step.attribute : 'key' in step ? step.key : step.index}\``;
}

function typeWords(type: AttributeType | 'object'): string {
  if (type === 'string') return 'text';
  if (type === 'number') return 'a number';
  if (type === 'bool') return '`true` or `false`';
  if (type === 'object') return 'an object';
  if ('list' in type) return 'a list of texts';
  if ('map' in type) return 'a map of texts';
  return type.nesting === 'list' ? 'a list of objects' : 'a map of objects';
}

/** A place for every path, each on a line of its own, for declarations that stand in no file. */
function countedPlaces(): ResourcePlace['placeOf'] {
  const lines = new Map<string, number>();
  return (path, part) => {
    const key = JSON.stringify(path);
    const line = lines.get(key) ?? lines.size + 1;
    lines.set(key, line);
    return part === 'key' ? [line, 1, line, 2] : [line, 3, line, 4];
  };
}
