import type { DeclaredDocument } from '../../schema/declared.ts';
import { didYouMean } from '../manifest/index.ts';
import type { ConfigCode } from './codes.ts';
import type { RuleOptions } from './rule-option.ts';

/** A YAML document as it was read: its value, and where everything stands. */
export type ConfigSource = Pick<DeclaredDocument, 'file' | 'line' | 'positions' | 'value'>;

/** A rule, as far as a configuration is concerned with it. */
export interface KnownRule {
  readonly name: string;
  readonly options?: RuleOptions<string>;
}

/** What the parts of a configuration are read with. */
export interface ConfigReader {
  readonly source: ConfigSource;
  readonly add: (code: ConfigCode, pointer: string, message: string, help?: string) => void;
  readonly rules: ReadonlyMap<string, KnownRule>;
  /** Codes that are errors by nature, so that no severity can be set. */
  readonly byNature: readonly string[];
}

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const severities = ['info', 'warning', 'error', 'stop'] as const;

/** Whether a name is that of a rule; remarks on it if not. */
export function isRule(reader: ConfigReader, pointer: string, name: string): boolean {
  if (reader.rules.has(name)) return true;
  if (reader.byNature.includes(name)) {
    reader.add(
      'config-invalid',
      pointer,
      `\`${name}\` is an error by nature: no severity can be set and no waiver given`,
      'take it away here, and mend what it finds',
    );
  } else {
    const known = [...reader.rules.keys()];
    reader.add('rule-unknown', pointer, `there is no rule \`${name}\``, didYouMean(name, known, ''));
  }
  return false;
}

/** Returns one of some words, remarking on any other value. */
export function choiceOf<Choice extends string>(
  reader: ConfigReader,
  pointer: string,
  value: unknown,
  choices: readonly Choice[],
): Choice | undefined {
  if (value === undefined) return undefined;
  const found = choices.find((choice) => choice === value);
  if (found === undefined) {
    const named = choices.map((choice) => `\`${choice}\``).join(', ');
    reader.add('config-invalid', pointer, `${shown(value)} is not a severity`, `one of ${named}`);
  }
  return found;
}

/** Returns a list of texts that is not empty, remarking on any other value. */
export function textsOf(
  reader: ConfigReader,
  pointer: string,
  value: unknown,
): readonly string[] | undefined {
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')) return value;
  const key = pointer.slice(pointer.lastIndexOf('/') + 1);
  reader.add('config-invalid', pointer, `\`${key}\` is a list of texts`);
  return undefined;
}

/** Remarks on keys that mean nothing. */
export function checkKeys(
  reader: ConfigReader,
  pointer: string,
  value: Fields,
  known: readonly string[],
): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    const at = `${pointer}/${pointerKey(key)}#key`;
    reader.add('config-invalid', at, `there is no key \`${key}\` here`, didYouMean(key, known, ''));
  }
}

/** Escapes a key for a JSON pointer (RFC 6901). */
export function pointerKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Writes a value into a message; one of several parts is pointed at. */
export function shown(value: unknown): string {
  return typeof value === 'object' ? 'this' : `\`${value}\``;
}
