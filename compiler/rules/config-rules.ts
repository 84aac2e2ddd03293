import { formatDuration, parseDuration } from '../manifest/index.ts';
import type { AlmanacConfig } from './config.ts';
import {
  type ConfigReader,
  checkKeys,
  choiceOf,
  type Fields,
  isFields,
  isRule,
  type KnownRule,
  pointerKey,
  severities,
  shown,
} from './config-reader.ts';
import type { RuleOption } from './rule-option.ts';

type RuleSettings = Pick<AlmanacConfig, 'rules' | 'options'>;

/** Reads `rules`: a severity for each, or a mapping with it and the rule's options. */
export function rulesOf(reader: ConfigReader, value: unknown): RuleSettings {
  if (value === undefined || value === null) return { rules: {}, options: {} };
  if (!isFields(value)) {
    reader.add(
      'config-invalid',
      '/rules',
      '`rules` is a mapping of rule to severity',
      'like `dead-man-missing: error`',
    );
    return { rules: {}, options: {} };
  }
  const rules: Record<string, AlmanacConfig['rules'][string]> = {};
  const options: Record<string, AlmanacConfig['options'][string]> = {};
  for (const [name, setting] of Object.entries(value)) {
    const pointer = `/rules/${pointerKey(name)}`;
    if (!isRule(reader, `${pointer}#key`, name)) continue;
    const isMapping = isFields(setting);
    const written = isMapping ? setting['severity'] : setting;
    const severity = choiceOf(reader, isMapping ? `${pointer}/severity` : pointer, written, [
      'off',
      ...severities,
    ]);
    if (severity !== undefined) rules[name] = severity;
    if (isMapping) options[name] = optionsOf(reader, pointer, reader.rules.get(name)!, setting);
  }
  return { rules, options };
}

function optionsOf(
  reader: ConfigReader,
  pointer: string,
  rule: KnownRule,
  setting: Fields,
): Readonly<Record<string, number>> {
  const options = Object.entries(rule.options ?? {});
  checkKeys(reader, pointer, setting, ['severity', ...options.map(([name]) => name)]);
  const set = options.flatMap(([name, option]) => {
    const value = setting[name];
    if (value === undefined) return [];
    const number = numberOf(option, value);
    if (number !== undefined) return [[name, number] as const];
    const { noun, example } = forms[option.kind];
    const help = `like \`${name}: ${example(option)}\``;
    reader.add('config-invalid', `${pointer}/${name}`, `${shown(value)} is not ${noun}`, help);
    return [];
  });
  return Object.fromEntries(set);
}

/** The longest that a rule can be asked to look ahead: as far as rules look. */
const durationMost = 400 * 86_400;

const forms: Readonly<
  Record<
    RuleOption['kind'],
    { readonly noun: string; readonly example: (option: RuleOption) => string | number }
  >
> = {
  duration: { noun: 'a duration of 1s to 400d', example: ({ standard }) => formatDuration(standard) },
  count: { noun: 'a whole number of at least 1', example: ({ standard }) => standard },
  share: { noun: 'a number above 0, and 1 at most', example: ({ standard }) => standard },
};

function numberOf({ kind }: RuleOption, value: unknown): number | undefined {
  if (kind === 'duration') {
    const seconds = typeof value === 'string' ? parseDuration(value) : undefined;
    return seconds !== undefined && seconds >= 1 && seconds <= durationMost ? seconds : undefined;
  }
  if (typeof value !== 'number' || value <= 0) return undefined;
  return kind === 'share'
    ? value <= 1
      ? value
      : undefined
    : Number.isSafeInteger(value)
      ? value
      : undefined;
}
