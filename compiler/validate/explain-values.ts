import type { ValidationError } from '../../schema/validators.ts';
import { clip } from './clip.ts';
import { closest } from './closest.ts';
import { exampleText } from './example-text.ts';
import { foreignValues } from './foreign-words.ts';
import { listWords } from './list-words.ts';
import type { Remark } from './remark.ts';
import { keysOf, pointerTo, valueAt } from './schema-at.ts';
import { labelOf, type Trouble } from './trouble.ts';
import { label, vocabulary, type Word } from './vocabulary.ts';
import { wordOf } from './word-of.ts';

/** Explains a value of the right shape that may not stand where it does. */
export function explainValue(trouble: Trouble, error: ValidationError): Remark {
  const { instancePath, keyword, params } = error;
  const value = valueAt(trouble.document, instancePath);
  const name = labelOf(instancePath);
  const remark = (message: string, help: string | undefined): Remark => ({
    code: 'schema-value',
    pointer: instancePath,
    message,
    ...(help && { help }),
  });
  switch (keyword) {
    case 'enum':
      return remark(...choice(trouble, error, value));
    case 'const':
      return remark(
        `${name} can only be \`${String(params['allowedValue'])}\``,
        constHelp(value, params['allowedValue'], name),
      );
    case 'pattern':
      return remark(...form(trouble, instancePath, String(value)));
    case 'minimum':
      return remark(
        `${name} must be at least ${params['limit']}, not \`${trouble.written.text(instancePath)}\``,
        example(trouble, instancePath),
      );
    case 'minItems':
      return remark(`${name} must not be an empty list`, example(trouble, instancePath));
    default:
      return remark(`${name} is not as it may be (${keyword})`, trouble.expected(instancePath)?.description);
  }
}

/** Explains a key that may not be a key where it stands, as names of labels. */
export function explainKeyName({ instancePath, params }: ValidationError): Remark {
  const name = String(params['propertyName']);
  const what = keysOf(instancePath).at(-1) ?? '';
  const [noun, rule] = keyNames[what] ?? ['name', label.form];
  return {
    code: 'schema-key-name',
    pointer: `${pointerTo(instancePath, name)}#key`,
    message: `\`${clip(name)}\` cannot be the name of ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`,
    help: (rule === label.form && label.mend(name)) || rule,
  };
}

/** By the key of their mapping: what its keys name, and how such a name is written. */
const keyNames: Readonly<Record<string, readonly [noun: string, rule: string]>> = {
  labels: [
    'label',
    'use 1 to 63 letters, digits, `-`, `_`, `.` and `/`, with a letter or digit at both ends',
  ],
  env: ['environment variable', 'use letters, digits and `_`, and no digit first'],
  headers: ['header', 'use letters, digits and hyphens, as in `X-Request-Id`'],
  attributes: ['attribute', 'use no spaces, and do not begin with `goog`, which Pub/Sub keeps for itself'],
  groups: ['group', label.form],
  durations: ['job', label.form],
};

function choice(trouble: Trouble, error: ValidationError, value: unknown): [message: string, help: string] {
  const { instancePath, params } = error;
  const allowed = (params['allowedValues'] as readonly unknown[]).map(String);
  const written = clip(typeof value === 'string' ? value : trouble.written.text(instancePath));
  const meant = Object.hasOwn(foreignValues, written.toLowerCase())
    ? foreignValues[written.toLowerCase()]!
    : '';
  const near = closest(written, allowed) ?? (allowed.includes(meant) ? meant : undefined);
  // A union of words and a mapping has a form for its mapping too.
  const union = trouble
    .expected(instancePath)
    ?.names.map((name) => vocabulary[name])
    .find((word) => word);
  const all = union ? union.form : `it may be ${listWords(allowed, 'or')}`;
  return [
    `${labelOf(instancePath)} cannot be \`${written}\``,
    near === undefined ? all : `did you mean \`${near}\`? ${all[0]!.toUpperCase()}${all.slice(1)}`,
  ];
}

function form(trouble: Trouble, pointer: string, text: string): [message: string, help: string | undefined] {
  const expected = trouble.expected(pointer);
  const word = expected && wordOf(expected);
  if (/^\s*$/.test(text)) return [`${labelOf(pointer)} must not be empty`, example(trouble, pointer)];
  if (word) return [`\`${clip(text)}\` is not ${word.noun}`, mended(word, text) ?? word.form];
  const examples = expected?.examples.map(String) ?? [];
  return [
    `\`${clip(text)}\` is not what ${labelOf(pointer)} may be`,
    [expected?.description.replace(/\.$/, ''), examples[0] && `for example \`${examples[0]}\``]
      .filter(Boolean)
      .join('; '),
  ];
}

function mended(word: Word, text: string): string | undefined {
  return text.length > 100 ? undefined : word.mend?.(text);
}

function constHelp(value: unknown, allowed: unknown, label: string): string | undefined {
  if (value === false) return `leave ${label} out`;
  if (allowed === true && /^(?:yes|on|true)$/i.test(String(value))) return 'write `true`, without quotes';
  return undefined;
}

function example(trouble: Trouble, pointer: string): string | undefined {
  const expected = trouble.expected(pointer);
  const key = keysOf(pointer).at(-1);
  if (!expected || key === undefined || expected.examples.length === 0 || /^\d+$/.test(key)) return undefined;
  return `for example ${exampleText(key, expected)}`;
}
