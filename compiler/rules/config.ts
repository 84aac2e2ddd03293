import { spanAt } from '../../schema/declared.ts';
import type { Diagnostic, Severity, Span } from '../../schema/diagnostic.ts';
import type { Instant } from '../../schema/time.ts';
import { manifestCodes } from '../manifest/index.ts';
import { configCodes } from './codes.ts';
import {
  type ConfigReader,
  type ConfigSource,
  checkKeys,
  choiceOf,
  isFields,
  type KnownRule,
  severities,
  textsOf,
} from './config-reader.ts';
import { rulesOf } from './config-rules.ts';
import { waiversOf } from './config-waivers.ts';
import { planRules } from './plan-rules.ts';
import type { ConfiguredOptions } from './rule-option.ts';
import { rules as manifestRules } from './rules.ts';

/** What `almanac.config.yaml` says. */
export interface AlmanacConfig {
  /** A finding at or above it ends a command with exit code 3. */
  readonly failOn: Severity;
  /** Severities by rule; one that is not here has the rule's own. */
  readonly rules: Readonly<Record<string, Severity | 'off'>>;
  /** Numbers by rule and option; one that is not here has the rule's own. */
  readonly options: ConfiguredOptions;
  readonly waivers: readonly Waiver[];
  /** What a command reads when it is given no paths. */
  readonly paths?: readonly string[];
  /** Whose declarations these are in a runtime. @default files */
  readonly source?: string;
  /** How many others must approve a plan before it is applied. @default 0 */
  readonly approvals?: number;
}

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
export const standardConfig: AlmanacConfig = { failOn: 'error', rules: {}, options: {}, waivers: [] };

/** Names that a configuration may use beside those of the rules here. */
export interface ConfigNames {
  readonly rules?: readonly string[];
  /** Codes that are errors by nature, so that no severity can be set. */
  readonly byNature?: readonly string[];
}

/**
 * Compiles `almanac.config.yaml`. What is wrong in it is remarked and left out, so that a command can still
 * say everything else.
 */
export function compileConfig(
  source: ConfigSource,
  names: ConfigNames = {},
): { config: AlmanacConfig; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const others = (names.rules ?? []).map((name): KnownRule => ({ name }));
  const known: readonly KnownRule[] = [...manifestRules, ...planRules, ...others];
  const reader: ConfigReader = {
    source,
    add(code, pointer, message, help) {
      const severity = configCodes[code];
      diagnostics.push({ code, severity, message, ...(help && { help }), span: spanAt(source, pointer) });
    },
    rules: new Map(known.map((rule) => [rule.name, rule])),
    byNature: [...Object.keys(manifestCodes), ...(names.byNature ?? [])],
  };

  const { value } = source;
  if (value === null || value === undefined) return { config: standardConfig, diagnostics };
  if (!isFields(value)) {
    const message =
      'a configuration is a mapping of `failOn`, `rules`, `waivers`, `paths`, `source` and `approvals`';
    reader.add('config-invalid', '', message);
    return { config: standardConfig, diagnostics };
  }
  checkKeys(reader, '', value, ['failOn', 'rules', 'waivers', 'paths', 'source', 'approvals']);
  const paths = value['paths'] === undefined ? undefined : textsOf(reader, '/paths', value['paths']);
  const sourceName = sourceOf(reader, value['source']);
  const approvals = approvalsOf(reader, value['approvals']);
  const config: AlmanacConfig = {
    failOn: choiceOf(reader, '/failOn', value['failOn'], severities) ?? standardConfig.failOn,
    ...rulesOf(reader, value['rules']),
    waivers: waiversOf(reader, value['waivers']),
    ...(paths && { paths }),
    ...(sourceName !== undefined && { source: sourceName }),
    ...(approvals !== undefined && { approvals }),
  };
  diagnostics.sort((a, b) => placeOf(a) - placeOf(b));
  return { config, diagnostics };
}

/** What a source may be called: it is shown in messages and asked for in addresses. */
export const sourcePattern = /^[a-z0-9][a-z0-9._:/-]{0,99}$/;

function sourceOf(reader: ConfigReader, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && sourcePattern.test(value)) return value;
  const message = '`source` is a name of small letters, digits and `.`, `_`, `:`, `/`, `-`';
  reader.add('config-invalid', '/source', message);
  return undefined;
}

function approvalsOf(reader: ConfigReader, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 20) return value as number;
  reader.add('config-invalid', '/approvals', '`approvals` is a whole number from 0 to 20');
  return undefined;
}

/** Lines before columns; no line of a configuration is longer. */
const placeOf = ({ span }: Diagnostic) => (span?.line ?? 0) * 100_000 + (span?.column ?? 0);
