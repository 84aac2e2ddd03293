import { clip } from './clip.ts';
import { templateWords } from './explain-fault.ts';
import type { Finding } from './finding.ts';
import { isAlias, isScalar, type YamlNode } from './parse-yaml.ts';
import { inQuotes } from './unquoted.ts';

type ScalarNode = YamlNode & {
  readonly value: unknown;
  readonly source?: string | undefined;
  readonly type?: string | undefined;
};

/** Text in Almanac, true or false for readers of YAML 1.1. `y` and `n` are left out: hardly any reader does that. */
const oldBoolean = /^(?:yes|no|on|off)$/i;
/** Text in Almanac, a number to the base of 60 for readers of YAML 1.1. */
const sexagesimal = /^[-+]?[1-9]\d*(?::[0-5]?\d)+$/;
/** Ten in Almanac, eight for readers of YAML 1.1. */
const oldOctal = /^[-+]?0[0-7]+$/;

/** Looks for what is treacherous in a scalar. */
export function scalarFinding(node: ScalarNode, text: string, exotic: boolean): Finding | undefined {
  const { value, type } = node;
  if (typeof value === 'string' && (type !== 'PLAIN' || (!exotic && value.length > 24))) return undefined;
  const [start, end] = node.range;
  const at = { start, end: Math.max(end, start + 1) };
  if (typeof value === 'number') return numberFinding(value, node.source ?? String(value), at);
  if (typeof value !== 'string') return undefined;
  return plainFinding(value, at) ?? (exotic ? lookalike(text.slice(start, end), start) : undefined);
}

/** Whether a key of ASCII letters may be treacherous; most are told in one step that they are not. */
export function isRemarkable(name: string): boolean {
  return name.length <= 3 || name === '__proto__';
}

/** Looks for what is treacherous in a key. `name` is its text, undefined where it has none. */
export function keyFinding(
  key: YamlNode | null,
  name: string | undefined,
  text: string,
  exotic: boolean,
  mappingStart: number,
): Finding | undefined {
  const [start, end] = key?.range ?? [mappingStart, mappingStart];
  // A key that is not there stands where the line begins.
  const indent = start === end ? /^[ \t]*/.exec(text.slice(start, start + 100))![0].length : 0;
  const at = { start: start + indent, end: Math.max(end, start + indent + 1) };
  if (name === undefined) {
    const written = text.slice(start, end);
    if (written.startsWith('{') && text[start - 1] === '{') {
      return { code: 'yaml-syntax', ...templateWords, start: start - 1, end: at.end };
    }
    return {
      code: 'yaml-key',
      message: key && isAlias(key) ? `the alias \`${clip(written)}\` is no key` : 'a key must be text',
      help: 'write the key out; if the line is meant as text, put it in quotes',
      ...at,
    };
  }
  if (name === '__proto__') {
    return { code: 'yaml-key', message: '`__proto__` cannot be a key', help: 'choose another name', ...at };
  }
  if (!isScalar(key) || key.type !== 'PLAIN') return undefined;
  if (name === '<<') {
    return {
      code: 'yaml-merge-key',
      message: '`<<` does not merge: merge keys are YAML 1.1, and Almanac reads YAML 1.2',
      help: 'write the keys out; one value can still be shared with `&name` and `*name`',
      ...at,
    };
  }
  if (oldBoolean.test(name)) return ambiguous(name, 'text', oldMeaning(name), at);
  return exotic ? lookalike(text.slice(start, end), start) : undefined;
}

type Stretch = Pick<Finding, 'start' | 'end'>;

function plainFinding(value: string, at: Stretch): Finding | undefined {
  if (value.length <= 3 && oldBoolean.test(value)) return ambiguous(value, 'text', oldMeaning(value), at);
  if (value.length <= 24 && value.charCodeAt(0) <= 57 && sexagesimal.test(value)) {
    const number = value.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
    return ambiguous(value, 'text', `the number ${number}`, at);
  }
  return undefined;
}

function numberFinding(value: number, source: string, at: Stretch): Finding | undefined {
  if (!Number.isFinite(value)) {
    return { code: 'yaml-number', message: `\`${clip(source)}\` is not a number that can be kept`, ...at };
  }
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && !/[.e]/i.test(source)) {
    return {
      code: 'yaml-number',
      message: `\`${clip(source)}\` has more digits than a number keeps`,
      help: `as text it keeps them all: \`${inQuotes(clip(source))}\``,
      ...at,
    };
  }
  if (oldOctal.test(source)) {
    return ambiguous(source, `the number ${value}`, `the number ${Number.parseInt(source, 8)}`, at);
  }
  return undefined;
}

function ambiguous(written: string, here: string, elsewhere: string, at: Stretch): Finding {
  return {
    code: 'yaml-ambiguous',
    message: `\`${written}\` is ${here} here, and ${elsewhere} to programs that read YAML 1.1`,
    help: `put it in quotes, so that all read the same: \`${inQuotes(written)}\``,
    ...at,
  };
}

function oldMeaning(word: string): string {
  return /^(?:yes|on)$/i.test(word) ? '`true`' : '`false`';
}

/** Spaces that are not the space, and characters that show as nothing. */
const hidden = /[\u00a0\u00ad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]/;
const curlyQuote = /^[\u2018-\u201f]/;

function lookalike(written: string, start: number): Finding | undefined {
  if (curlyQuote.test(written)) {
    return {
      code: 'yaml-lookalike',
      message: `the curly quotes around \`${clip(written)}\` are part of the text`,
      help: 'write straight quotes: `"` or `\'`',
      start,
      end: start + written.length,
    };
  }
  const at = written.search(hidden);
  if (at === -1) return undefined;
  const code = written.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  return {
    code: 'yaml-lookalike',
    message: `a character that looks like a space or like nothing, U+${code}, is part of the text`,
    help: 'type the line anew; it comes from copying out of a web page or a word processor',
    start: start + at,
    end: start + at + 1,
  };
}
