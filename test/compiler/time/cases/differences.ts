/** An answer that is ours and not the peer's. */
export interface Difference {
  readonly why: string;
  /** Our next instants after the case's `after`. */
  readonly expect: readonly string[];
}

const fixed =
  'a step or a range in one hour is still a fixed time: it runs once, in the first pass, and not in both as with the peer';
const elapsed = 'an hourly expression follows real time, so a gap gives it no fire of its own';

/** Where Almanac answers another way than the peer did, on purpose. */
export const differences: Readonly<Record<string, Difference>> = {
  'cron-cronos-003': { why: elapsed, expect: ['2016-03-13T07:30:00Z'] },
  'cron-cronos-024': { why: elapsed, expect: ['2016-03-13T07:30:00Z'] },
  'cron-cronos-049': { why: fixed, expect: ['2016-11-07T06:00:00Z'] },
  'cron-cronos-057': { why: fixed, expect: ['2016-11-07T06:00:00Z'] },
  'cron-cronos-059': { why: fixed, expect: ['2016-11-07T06:00:00Z'] },
  'cron-cronos-064': { why: fixed, expect: ['2016-11-07T06:00:00Z'] },
  'cron-cronos-071': { why: fixed, expect: ['2016-11-07T06:00:00Z'] },
  'cron-cronos-073': { why: fixed, expect: ['2016-11-07T06:00:00Z'] },
  'cron-cronos-112': { why: fixed, expect: ['2017-04-02T15:00:00Z'] },
  'cron-cronos-115': { why: fixed, expect: ['2017-04-02T14:30:00Z'] },
  'cron-cronos-118': { why: fixed, expect: ['2017-04-02T15:00:00Z'] },
  'cron-cronparser-012': {
    why: 'the gap is two hours long and a shift is as long as the gap: 02:30 becomes 04:30, not 03:30',
    expect: ['2026-03-29T02:30:00Z', '2026-03-30T00:30:00Z'],
  },
  'cron-goquartz-016': {
    why: '31W is the weekday nearest to a 31st, so a month without one has none; the peer takes the last day',
    expect: ['2026-01-30T10:15:00Z'],
  },
  'cron-nodecron-007': {
    why: elapsed,
    expect: ['2018-03-29T22:30:00Z', '2018-03-29T23:30:00Z', '2018-03-30T00:30:00Z'],
  },
};

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
