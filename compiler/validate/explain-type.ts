import type { ValidationError } from '../../schema/validators.ts';
import { clip } from './clip.ts';
import { exampleText } from './example-text.ts';
import { flowText } from './flow-text.ts';
import type { Remark } from './remark.ts';
import { type Expected, keysOf, propertyOf, valueAt } from './schema-at.ts';
import { isObject, keyOf, labelOf, type Trouble } from './trouble.ts';
import { label } from './vocabulary.ts';
import { nounOf, wordOf } from './word-of.ts';

/** Explains a value of another shape than the schema has there, in words for values and not for types. */
export function explainType(trouble: Trouble, { instancePath, params }: ValidationError): Remark {
  const value = valueAt(trouble.document, instancePath);
  const expected = trouble.expected(instancePath);
  const noun = expected ? nounOf(expected) : 'another value';
  const label = labelOf(instancePath);
  const key = clip(keysOf(instancePath).at(-1) ?? '');
  if (value === null) {
    return {
      code: 'schema-type',
      // There is nothing to point at but the key.
      pointer: keyOf(instancePath),
      message: `${label} is empty; it must be ${noun}`,
      ...withHelp(emptyHelp(trouble, instancePath, expected, key)),
    };
  }
  return {
    code: 'schema-type',
    pointer: instancePath,
    message: `${label} must be ${noun}, not ${shapeText(value, trouble.written.text(instancePath))}`,
    ...withHelp(expected && remedy(value, trouble.written.text(instancePath), key, expected, params['type'])),
  };
}

function shapeText(value: unknown, text: string): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'a mapping';
  const shown = `\`${text.replace(/^(["'])(.*)\1$/, '$2')}\``;
  if (typeof value === 'boolean') return shown;
  const noun = typeof value === 'number' ? 'number' : 'text';
  if (text.length <= 40 && !text.includes('\n')) return `the ${noun} ${shown}`;
  return noun === 'text' ? noun : `a ${noun}`;
}

/** The value is gone, most often because what should be below it is not indented, or is all commented out. */
function emptyHelp(
  trouble: Trouble,
  pointer: string,
  expected: Expected | undefined,
  key: string,
): string | undefined {
  const parent = valueAt(trouble.document, pointer.slice(0, pointer.lastIndexOf('/')));
  const keys = isObject(parent) ? Object.keys(parent) : [];
  const after = keys[keys.indexOf(key) + 1];
  const example =
    expected && key && expected.examples.length > 0 && `write for example ${exampleText(key, expected)}`;
  const mapping = expected?.schema.type === 'object';
  return mapping && after !== undefined && !example
    ? `indent what belongs below \`${key}:\``
    : example || undefined;
}

function remedy(
  value: unknown,
  text: string,
  key: string,
  expected: Expected,
  type: unknown,
): string | undefined {
  const inItem = /^\d+$/.test(key);
  const put = (written: string) => `write \`${inItem ? '- ' : `${key}: `}${written}\``;
  const takesText = type === 'string' || (Array.isArray(type) && type.includes('string'));
  const word = wordOf(expected);
  // Quotes make a name of a number, but no duration and no date.
  if (takesText && typeof value === 'number' && word?.mend && word.mend !== label.mend) {
    return word.mend(text) ?? word.form;
  }
  if (takesText && (typeof value === 'number' || typeof value === 'boolean')) {
    return `put it in quotes: \`${inItem ? '- ' : `${key}: `}${JSON.stringify(text)}\``;
  }
  if (type === 'array' && !Array.isArray(value) && !isObject(value)) return put(`[${flowText(value)}]`);
  if (type === 'object' && Array.isArray(value) && value.length > 0 && value.every(isObject)) {
    return 'leave the `- ` out: there is only one';
  }
  if (
    typeof value === 'string' &&
    (type === 'integer' || type === 'number') &&
    /^\d+(?:\.\d+)?$/.test(value)
  ) {
    return `leave the quotes out: \`${key}: ${value}\``;
  }
  if (typeof value === 'string' && type === 'boolean' && /^(?:yes|no|on|off|true|false)$/i.test(value)) {
    return put(/^(?:yes|on|true)$/i.test(value) ? 'true' : 'false');
  }
  if (typeof value === 'string' && type === 'object' && /^[\w-]+:(?!\/\/)\S/.test(value)) {
    return `a space must follow each colon: \`${
      value
        .slice(0, 60)
        .replace(/^([\w-]+):/, '$1: ')
        .split(/\s(?=[\w-]+:)/)[0]
    }\``;
  }
  const whole = typeof value === 'string' && key ? wholeForm(value, expected) : undefined;
  if (whole !== undefined) return put(whole);
  return key && !inItem && expected.examples.length > 0
    ? `write for example ${exampleText(key, expected)}`
    : word?.form;
}

/** The mapping that a text alone must mean. */
function wholeForm(text: string, expected: Expected): string | undefined {
  if (propertyOf(expected.schema, 'cron')) {
    if (/^(?:@\w+|\S+(?:\s+\S+){4,5})$/.test(text)) return flowText({ cron: text, zone: 'Europe/London' });
    if (/^\d+[smhd]/.test(text)) return flowText({ every: text, anchor: '2027-01-01T00:00:00Z' });
  }
  if (propertyOf(expected.schema, 'http') && /^https?:\/\//.test(text)) {
    return flowText({ http: { url: text } });
  }
  return undefined;
}

function withHelp(help: string | undefined): { help?: string } {
  return help ? { help } : {};
}
