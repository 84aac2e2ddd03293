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
    const message = 'a configuration is a mapping of `failOn`, `rules`, `waivers` and `paths`';
    reader.add('config-invalid', '', message);
    return { config: standardConfig, diagnostics };
  }
  checkKeys(reader, '', value, ['failOn', 'rules', 'waivers', 'paths']);
  const paths = value['paths'] === undefined ? undefined : textsOf(reader, '/paths', value['paths']);
  const config: AlmanacConfig = {
    failOn: choiceOf(reader, '/failOn', value['failOn'], severities) ?? standardConfig.failOn,
    ...rulesOf(reader, value['rules']),
    waivers: waiversOf(reader, value['waivers']),
    ...(paths && { paths }),
  };
  diagnostics.sort((a, b) => placeOf(a) - placeOf(b));
  return { config, diagnostics };
}

/** Lines before columns; no line of a configuration is longer. */
const placeOf = ({ span }: Diagnostic) => (span?.line ?? 0) * 100_000 + (span?.column ?? 0);
