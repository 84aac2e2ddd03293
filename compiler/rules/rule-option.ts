/** A number of a rule that a configuration may set. */
export interface RuleOption {
  /** A `duration` is written like `4h`, a `count` as a whole number, a `share` as a number up to 1. */
  readonly kind: 'duration' | 'count' | 'share';
  /** What it is where nobody has set it; a duration in seconds. */
  readonly standard: number;
  readonly about: string;
}

/** The options that a rule has, by name. */
export type RuleOptions<Name extends string> = Readonly<Record<Name, RuleOption>>;

/** What the options of a rule are set to; durations in seconds. */
export type OptionValues<Name extends string> = Readonly<Record<Name, number>>;

/** What a configuration sets, by rule and option. */
export type ConfiguredOptions = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Returns the options of a rule as they are configured, else as they are by themselves. */
export function optionsOf(
  rule: { readonly name: string; readonly options?: RuleOptions<string> },
  configured: ConfiguredOptions,
): OptionValues<string> {
  const own = Object.entries(rule.options ?? {}).map(([name, { standard }]) => [name, standard] as const);
  return { ...Object.fromEntries(own), ...configured[rule.name] };
}
