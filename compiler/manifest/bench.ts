import type { PolicyMeaning } from '../../schema/manifest.ts';
import type { DayNumber, Instant, ZoneTable } from '../../schema/time.ts';
import {
  dayFromCivil,
  neverFires,
  type ParsedCron,
  parseCron,
  type ResolvedZone,
  resolveZone,
  type Schedule,
} from '../time/index.ts';
import { canonicalJson } from './canonical-json.ts';
import { didYouMean } from './closest.ts';

/** What every compile of one manifest shares, so that each distinct text and schedule is worked out once. */
export interface Bench {
  readonly cron: (text: string) => ParsedCron;
  readonly zone: (name: string) => ResolvedZone;
  readonly table: (zone: string) => ZoneTable;
  /** Returns the schedule under a key, compiling it where it is new. */
  readonly schedule: (key: string, compile: () => Schedule) => Schedule;
  readonly neverFires: (schedule: Schedule) => boolean;
  /** Writes the help for an unknown name. Gives up guessing where a text has made it guess too often. */
  readonly didYouMean: typeof didYouMean;
  /** Writes a policy canonically. */
  readonly policyText: (policy: PolicyMeaning) => string;
  /**
   * 1 January of the year of the time-zone data: where to look at a schedule when nobody has said which
   * years matter. Not the clock, so that equal texts give equal manifests.
   */
  readonly yearStart: Instant;
  /** The dates that tables cover. */
  readonly range: { readonly from: DayNumber; readonly until: DayNumber };
}

/** Sets up what one compile shares; `tzdata` is the name of the time-zone data, for instance `2025c`. */
export function setUpBench(tzdata: string, zoneTable: (zone: string) => ZoneTable): Bench {
  const year = Number(/^\d{4}/.exec(tzdata)?.[0] ?? 2025);
  return {
    cron: memoised(parseCron),
    zone: memoised(resolveZone),
    table: memoised(zoneTable),
    neverFires: memoised(neverFires),
    policyText: memoised<PolicyMeaning, string>(canonicalJson),
    didYouMean: budgeted(),
    schedule: (() => {
      const known = new Map<string, Schedule>();
      return (key, compile) => {
        const schedule = known.get(key) ?? compile();
        known.set(key, schedule);
        return schedule;
      };
    })(),
    yearStart: dayFromCivil(year, 1, 1) * 86_400,
    range: { from: 0, until: dayFromCivil(year + 11, 1, 1) },
  };
}

/** Each guess compares a word with every candidate: a hostile text has many of both. */
const guessesMax = 300_000;

function budgeted(): typeof didYouMean {
  let left = guessesMax;
  return (word, candidates, none) => {
    left -= candidates.length;
    return left < 0 ? 'look at how it is spelt' : didYouMean(word, candidates, none);
  };
}

function memoised<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = compute(key);
      known.set(key, value);
    }
    return value;
  };
}
