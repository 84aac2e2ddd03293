import type { ValidationError } from '../../schema/validators.ts';
import { clip } from './clip.ts';
import { exampleText } from './example-text.ts';
import { fixKey, type KeyFix } from './key-fix.ts';
import { listWords } from './list-words.ts';
import type { Remark } from './remark.ts';
import { expectedOf, keysOf, pointerTo, propertyOf, valueAt } from './schema-at.ts';
import { isObject, keyOf, labelOf, type Trouble } from './trouble.ts';

export interface ExplainedKeys {
  readonly remarks: readonly Remark[];
  /** Whether an error is accounted for by one of the remarks. */
  readonly covers: (error: ValidationError) => boolean;
}

/**
 * Explains keys that are not known. One typo gives two errors, a key too many and a key that is missing, and is
 * one mistake; so is a key at the wrong level, which may leave a whole mapping missing or empty elsewhere.
 */
export function explainUnknownKeys(trouble: Trouble): ExplainedKeys {
  const fixes = trouble.errors
    .filter(({ keyword }) => keyword === 'additionalProperties')
    .map(({ instancePath, params }) => {
      const key = String(params['additionalProperty']);
      return { at: instancePath, key, fix: fixKey(trouble, instancePath, key) };
    });
  return { remarks: remarksOn(trouble, fixes), covers: coverage(trouble, fixes) };
}

interface Fixed {
  /** Pointer of the mapping that has the key. */
  readonly at: string;
  readonly key: string;
  readonly fix: KeyFix;
}

interface Move extends Fixed {
  readonly fix: Extract<KeyFix, { kind: 'move' }>;
}

function remarksOn(trouble: Trouble, fixes: readonly Fixed[]): Remark[] {
  const remarks: Remark[] = [];
  const moves = new Map<string, Move[]>();
  for (const fixed of fixes) {
    const { at, key, fix } = fixed;
    if (fix.kind !== 'move') {
      remarks.push(unknownKey(trouble, fixed));
      continue;
    }
    const road = `${at} -> ${fix.under}`;
    moves.set(road, [...(moves.get(road) ?? []), { at, key, fix }]);
  }
  return [...remarks, ...[...moves.values()].map((group) => misplacedKeys(trouble, group))];
}

function unknownKey(trouble: Trouble, { at, key, fix }: Fixed): Remark {
  const remark = {
    code: 'schema-unknown-key',
    pointer: `${pointerTo(at, key)}#key`,
    message: `\`${clip(key)}\` is not a key of ${labelOf(at)}`,
  } as const;
  if (fix.kind === 'rename') return { ...remark, help: `did you mean \`${fix.to}\`?` };
  if (fix.kind === 'space') {
    const help = `a space must follow the colon: \`${fix.to}: ${clip(fix.rest)}\``;
    return { ...remark, message: `a space is missing after the colon of \`${fix.to}:\``, help };
  }
  const known = Object.keys(trouble.expected(at)?.schema.properties ?? {});
  const present = valueAt(trouble.document, at);
  const free = known.filter((name) => !isObject(present) || !Object.hasOwn(present, name));
  if (known.length === 0) return remark;
  return {
    ...remark,
    help:
      free.length > 0 ? `what may still stand there: ${listWords(free)}` : 'all its keys stand there already',
  };
}

function misplacedKeys(trouble: Trouble, group: readonly Move[]): Remark {
  const { at, key, fix } = group[0]!;
  const [verb, them] = group.length === 1 ? ['belongs', 'it'] : ['belong', 'them'];
  const keys = group.map((move) => clip(move.key));
  const list =
    keys.length > 4 ? `\`${keys.slice(0, 3).join('`, `')}\` and ${keys.length - 3} more` : listWords(keys);
  const inward = fix.under.length > at.length;
  const path = keysOf(inward ? fix.under.slice(at.length) : fix.under).join('.');
  const renamed = group
    .filter((move) => move.fix.to !== move.key)
    .map((move) => `; \`${clip(move.key)}\` is called \`${move.fix.to}\` there`);
  return {
    code: 'schema-misplaced-key',
    pointer: `${pointerTo(at, key)}#key`,
    message: `${list} ${verb} ${placeText(path)}, not ${placeText(keysOf(at).join('.'))}`,
    help: `${inward ? inwardHelp(trouble, fix.under, path, them) : `move ${them} out, to the column of \`${keysOf(at)[keysOf(fix.under).length]}\``}${renamed.join('')}`,
  };
}

function placeText(path: string): string {
  return path === '' ? 'at the top of the document' : `under \`${path}\``;
}

function inwardHelp(trouble: Trouble, under: string, path: string, them: string): string {
  if (valueAt(trouble.document, under) !== undefined)
    return `indent ${them} below \`${keysOf(under).at(-1)}:\``;
  return `write ${listWords(path.split('.').map((key) => `${key}:`))} above, and indent ${them} below`;
}

/** Tells which errors the fixes would mend too. */
function coverage(trouble: Trouble, fixes: readonly Fixed[]): (error: ValidationError) => boolean {
  /** Keys that would stand at a place, and places that would be there and have something in them. */
  const given = new Set<string>();
  const filled = new Set<string>();
  for (const { at, fix } of fixes) {
    if (fix.kind === 'none') continue;
    const under = fix.kind === 'move' ? fix.under : at;
    given.add(pointerTo(under, fix.to));
    for (let place = under; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) {
      filled.add(place);
    }
  }
  return ({ keyword, instancePath, params }) => {
    switch (keyword) {
      case 'additionalProperties':
        return true;
      case 'required':
      case 'dependentRequired': {
        const missing = pointerTo(instancePath, String(params['missingProperty']));
        return given.has(missing) || filled.has(missing);
      }
      case 'type':
        return filled.has(instancePath) && valueAt(trouble.document, instancePath) === null;
      case 'oneOf':
        return (
          params['passingSchemas'] === null &&
          formsOf(trouble, instancePath).some((form) => given.has(pointerTo(instancePath, form)))
        );
      case 'minProperties':
        return filled.has(instancePath);
      case 'maxProperties': {
        // Too many only because of keys that are none.
        const value = valueAt(trouble.document, instancePath);
        const found = formsOf(trouble, instancePath).filter(
          (form) => isObject(value) && Object.hasOwn(value, form),
        );
        return found.length === 1 || (found.length === 0 && filled.has(instancePath));
      }
      default:
        return false;
    }
  };
}

/** Explains keys that are missing, all of one mapping in one remark. */
export function explainMissingKeys(trouble: Trouble, errors: readonly ValidationError[]): Remark[] {
  const byPlace = new Map<string, string[]>();
  const remarks: Remark[] = [];
  for (const { keyword, instancePath, params } of errors) {
    const missing = String(params['missingProperty']);
    if (keyword === 'required') byPlace.set(instancePath, [...(byPlace.get(instancePath) ?? []), missing]);
    if (keyword !== 'dependentRequired') continue;
    const property = String(params['property']);
    remarks.push({
      code: 'schema-missing-key',
      pointer: `${pointerTo(instancePath, property)}#key`,
      message: `\`${property}\` needs \`${missing}\` beside it`,
      ...addHelp(trouble, instancePath, [missing]),
    });
  }
  for (const [pointer, missing] of byPlace) {
    remarks.push({
      code: 'schema-missing-key',
      pointer: keyOf(pointer),
      message: `${labelOf(pointer)} lacks ${listWords(missing)}`,
      ...addHelp(trouble, pointer, missing),
    });
  }
  return remarks;
}

function addHelp(trouble: Trouble, pointer: string, missing: readonly string[]): { help?: string } {
  const schema = trouble.expected(pointer)?.schema;
  if (!schema) return {};
  const examples = missing.flatMap((key) => {
    const expected = expectedOf(trouble.kind, schema, key, {});
    return expected ? [exampleText(key, expected)] : [];
  });
  return examples.length > 0 ? { help: `add for example ${examples.join(', ')}` } : {};
}

/** Explains a choice of keys of which none or too many stand there. */
export function explainChoice(trouble: Trouble, error: ValidationError): Remark {
  const { keyword, instancePath } = error;
  const schema = trouble.expected(instancePath)?.schema ?? {};
  const forms = formsOf(trouble, instancePath);
  const value = valueAt(trouble.document, instancePath);
  const found = isObject(value) ? forms.filter((form) => Object.hasOwn(value, form)) : [];
  const label = labelOf(instancePath);
  if (found.length > 1) {
    return {
      code: 'schema-one-of',
      pointer: `${pointerTo(instancePath, found[1]!)}#key`,
      message: `${label} has ${listWords(found)}, but only one of them may stand there`,
      help: `keep one; of ${listWords(forms)} exactly one is wanted`,
      related: {
        pointer: `${pointerTo(instancePath, found[0]!)}#key`,
        message: `\`${found[0]}\` stands here`,
      },
    };
  }
  const only = keyword === 'oneOf' || schema.maxProperties === 1;
  const first = forms[0] === undefined ? undefined : expectedOf(trouble.kind, schema, forms[0], {});
  if (forms.length === 0) {
    return {
      code: 'schema-value',
      pointer: keyOf(instancePath),
      message: `${label} must not be empty`,
      help: 'leave the key out, or say something',
    };
  }
  return {
    code: 'schema-one-of',
    pointer: keyOf(instancePath),
    message: `${label} needs ${only ? 'one' : 'at least one'} of ${listWords(forms)}`,
    ...(first && { help: `add for example ${exampleText(forms[0]!, first)}` }),
  };
}

/** The keys among which a mapping chooses. */
function formsOf(trouble: Trouble, pointer: string): string[] {
  const schema = trouble.expected(pointer)?.schema ?? {};
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches) return branches.flatMap(({ required }) => required ?? []);
  return Object.keys(schema.properties ?? {}).filter((key) => propertyOf(schema, key));
}
