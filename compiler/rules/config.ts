import { type DeclaredDocument, spanAt } from '../../schema/declared.ts';
import type { Diagnostic, Severity, Span } from '../../schema/diagnostic.ts';
import type { Instant } from '../../schema/time.ts';
import { didYouMean, manifestCodes, parseDate, parseInstant } from '../manifest/index.ts';
import { type ConfigCode, configCodes } from './codes.ts';
import { rules as ownRules } from './rules.ts';

/** What `almanac.config.yaml` says. */
export interface AlmanacConfig {
  /** A finding at or above it ends a command with exit code 3. */
  readonly failOn: Severity;
  /** Severities by rule; one that is not here has the rule's own. */
  readonly rules: Readonly<Record<string, RuleSeverity>>;
  readonly waivers: readonly Waiver[];
  /** What a command reads when it is given no paths. */
  readonly paths?: readonly string[];
}

type RuleSeverity = Severity | 'off';

/** Findings that somebody has looked at and lets stand for a while. */
export interface Waiver {
  readonly rule: string;
  /** `tenant/name` of declarations, `*` standing for any letters but `/`. */
  readonly scope: readonly string[];
  readonly reason: string;
  /** From this instant on it waives nothing. */
  readonly expires: Instant;
  readonly span: Span;
}

/** What holds where there is no file. */
export const standardConfig: AlmanacConfig = { failOn: 'error', rules: {}, waivers: [] };

/** A YAML document as it was read: its value, and where everything stands. */
export type ConfigSource = Pick<DeclaredDocument, 'file' | 'line' | 'positions' | 'value'>;

/** Names that a configuration may use beside those of the rules here, for instance of rules on a plan. */
export interface ConfigNames {
  readonly rules?: readonly string[];
  /** Codes that are errors by nature, so that no severity can be set. */
  readonly byNature?: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Compiles `almanac.config.yaml`. What is wrong in it is remarked and left out, so that a command can still
 * say everything else.
 */
export function compileConfig(
  source: ConfigSource,
  names: ConfigNames = {},
): { config: AlmanacConfig; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const add = (code: ConfigCode, pointer: string, message: string, help?: string) => {
    const severity = configCodes[code];
    diagnostics.push({ code, severity, message, ...(help && { help }), span: spanAt(source, pointer) });
  };
  const reader: Reader = {
    source,
    add,
    rules: [...ownRules.map(({ name }) => name), ...(names.rules ?? [])],
    byNature: [...Object.keys(manifestCodes), ...(names.byNature ?? [])],
  };

  const { value } = source;
  if (value === null || value === undefined) return { config: standardConfig, diagnostics };
  if (!isFields(value)) {
    add('config-invalid', '', 'a configuration is a mapping of `failOn`, `rules`, `waivers` and `paths`');
    return { config: standardConfig, diagnostics };
  }
  checkKeys(reader, '', value, ['failOn', 'rules', 'waivers', 'paths']);
  const paths = value['paths'] === undefined ? undefined : textsOf(reader, '/paths', value['paths']);
  const config: AlmanacConfig = {
    failOn: choiceOf(reader, '/failOn', value['failOn'], severities) ?? standardConfig.failOn,
    rules: rulesOf(reader, value['rules']),
    waivers: waiversOf(reader, value['waivers']),
    ...(paths && { paths }),
  };
  diagnostics.sort((a, b) => placeOf(a) - placeOf(b));
  return { config, diagnostics };
}

/** Lines before columns; no line of a configuration is longer. */
const placeOf = ({ span }: Diagnostic) => (span?.line ?? 0) * 100_000 + (span?.column ?? 0);

interface Reader {
  readonly source: ConfigSource;
  readonly add: (code: ConfigCode, pointer: string, message: string, help?: string) => void;
  readonly rules: readonly string[];
  readonly byNature: readonly string[];
}

const severities = ['info', 'warning', 'error', 'stop'] as const;

function rulesOf(reader: Reader, value: unknown): AlmanacConfig['rules'] {
  if (value === undefined || value === null) return {};
  if (!isFields(value)) {
    reader.add(
      'config-invalid',
      '/rules',
      '`rules` is a mapping of rule to severity',
      'like `dead-man-missing: error`',
    );
    return {};
  }
  const entries = Object.entries(value).flatMap(([name, severity]) => {
    const pointer = `/rules/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!isRule(reader, `${pointer}#key`, name)) return [];
    const chosen = choiceOf(reader, pointer, severity, ['off', ...severities]);
    return chosen ? [[name, chosen] as const] : [];
  });
  return Object.fromEntries(entries);
}

function isRule(reader: Reader, pointer: string, name: string): boolean {
  if (reader.rules.includes(name)) return true;
  if (reader.byNature.includes(name)) {
    reader.add(
      'config-invalid',
      pointer,
      `\`${name}\` is an error by nature: no severity can be set and no waiver given`,
      'take it away here, and mend what it finds',
    );
  } else {
    reader.add('rule-unknown', pointer, `there is no rule \`${name}\``, didYouMean(name, reader.rules, ''));
  }
  return false;
}

function waiversOf(reader: Reader, value: unknown): readonly Waiver[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    reader.add(
      'config-invalid',
      '/waivers',
      '`waivers` is a list',
      'each with `rule`, `scope`, `reason` and `expires`',
    );
    return [];
  }
  return value.flatMap((entry, index) => waiverOf(reader, `/waivers/${index}`, entry) ?? []);
}

function waiverOf(reader: Reader, pointer: string, entry: unknown): Waiver | undefined {
  if (!isFields(entry)) {
    reader.add('config-invalid', pointer, 'a waiver has `rule`, `scope`, `reason` and `expires`');
    return undefined;
  }
  const keys = ['rule', 'scope', 'reason', 'expires'] as const;
  checkKeys(reader, pointer, entry, keys);
  const missing = keys.filter((key) => entry[key] === undefined || entry[key] === null);
  if (missing.length > 0) {
    const named = missing.map((key) => `\`${key}\``).join(' and ');
    reader.add(
      'config-invalid',
      pointer,
      `the waiver has no ${named}`,
      'all four are required, so that it can be judged later',
    );
    return undefined;
  }
  const { rule, reason } = entry;
  if (typeof rule !== 'string' || !isRule(reader, `${pointer}/rule`, rule)) return undefined;
  const scope = scopeOf(reader, `${pointer}/scope`, entry['scope']);
  const expires = expiryOf(reader, `${pointer}/expires`, entry['expires']);
  if (typeof reason !== 'string' || reason.trim() === '') {
    reader.add('config-invalid', `${pointer}/reason`, 'a waiver needs a reason in words');
    return undefined;
  }
  if (!scope || expires === undefined) return undefined;
  return { rule, scope, reason, expires, span: spanAt(reader.source, pointer) };
}

function scopeOf(reader: Reader, pointer: string, value: unknown): readonly string[] | undefined {
  const scope = textsOf(reader, pointer, typeof value === 'string' ? [value] : value);
  const odd = scope?.find((one) => !/^[a-z0-9*-]+\/[a-z0-9*-]+$/.test(one));
  if (odd === undefined) return scope;
  reader.add(
    'config-invalid',
    pointer,
    `\`${odd}\` is not a scope`,
    'write `tenant/name`, with `*` for any letters: `benefits/*`',
  );
  return undefined;
}

/** A date means its beginning in UTC: a waiver that expires on a day waives nothing on it. */
function expiryOf(reader: Reader, pointer: string, value: unknown): Instant | undefined {
  const text = String(value);
  const day = parseDate(text);
  const instant = day === undefined ? parseInstant(text) : day * 86_400;
  if (instant === undefined) {
    reader.add(
      'config-invalid',
      pointer,
      `\`${text}\` is not a date or instant`,
      'write it like `2027-06-01`',
    );
  }
  return instant;
}

function textsOf(reader: Reader, pointer: string, value: unknown): readonly string[] | undefined {
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')) return value;
  const key = pointer.slice(pointer.lastIndexOf('/') + 1);
  reader.add('config-invalid', pointer, `\`${key}\` is a list of texts`);
  return undefined;
}

function choiceOf<Choice extends string>(
  reader: Reader,
  pointer: string,
  value: unknown,
  choices: readonly Choice[],
): Choice | undefined {
  if (value === undefined) return undefined;
  const found = choices.find((choice) => choice === value);
  if (found === undefined) {
    const named = choices.map((choice) => `\`${choice}\``).join(', ');
    const shown = typeof value === 'object' ? 'this' : `\`${value}\``;
    reader.add('config-invalid', pointer, `${shown} is not a severity`, `one of ${named}`);
  }
  return found;
}

function checkKeys(reader: Reader, pointer: string, value: Fields, known: readonly string[]): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}#key`;
    reader.add('config-invalid', at, `there is no key \`${key}\` here`, didYouMean(key, known, ''));
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
