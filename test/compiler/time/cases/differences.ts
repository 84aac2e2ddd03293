/** An answer that is ours and not the peer's. */
export interface Difference {
  readonly why: string;
  /** Our next instants after the case's `after`. */
  readonly expect: readonly string[];
}

/** Where Almanac answers another way than the peer did, on purpose. */
export const differences: Readonly<Record<string, Difference>> = {};

/** Expressions that the peer refuses and Almanac takes, on purpose. */
export const accepted: Readonly<Record<string, string>> = {
  'cron-apsched-022':
    'a step beyond a range leaves its first number: 4-6/3 is 4; only a step beyond the field is refused',
  'cron-croner-066': '`2/5` runs from 2 to the end of the field, in a list as well',
  'cron-cronparser-031': '0 and 7 are both Sunday, and a list may name one day twice',
  'cron-oban-016': '7 is Sunday too',
  'cron-oban-019': 'names are names in either case',
  'cron-quartz-035': '`*` beside a restricted day field restricts nothing, so there is no need for `?`',
  'cron-quartz-036': '`*` beside a restricted day field restricts nothing, so there is no need for `?`',
};

/** Expressions that the peer refuses for dates that never come: they can be read here, and `never-fires` is the error. */
export const neverFire: readonly string[] = ['cron-dagster-056', 'cron-fugit-074', 'cron-oban-021'];
