import { expect } from 'vitest';
import { fires, nextFire, omissions, previousFire, type Schedule } from '../../../compiler/time/index.ts';
import { instant, shown, utc } from './clock.ts';

/** What a schedule is expected to do in `[from, until)`. */
export interface Expected {
  readonly from: string;
  readonly until: string;
  /** RFC 3339 with the offset that the clock has then; the nominal time follows where it is another. */
  readonly fires: readonly string[];
  /** `instant nominal cause`, for instance `2027-03-28T01:00Z 2027-03-28 02:30 dst.gap`. */
  readonly omissions?: readonly string[];
}

/**
 * Checks fires and omissions of a range against a hand-written list, and that going from any minute between two
 * fires, forwards or backwards, leads to the same ones.
 */
export function checkFires(schedule: Schedule, expected: Expected): void {
  const from = instant(expected.from);
  const until = instant(expected.until);
  const found = fires(schedule, from, until);
  expect(listOf(found)).toEqual(expected.fires.map(normalized));
  expect(found.scheduled.length).toBe(found.count);
  expect(found.nominal.length).toBe(found.count);
  expect(
    omissions(schedule, from, until).map(({ at, nominal, cause }) => `${utc(at)} ${shown(nominal)} ${cause}`),
  ).toEqual((expected.omissions ?? []).map((text) => text.replace(/^\S+/, (at) => utc(instant(at)))));

  let before: number | undefined;
  for (const at of [...found.scheduled, until]) {
    const last = before ?? from - 1;
    const step = Math.max(1, Math.floor((at - last) / 40));
    const following = at === until ? undefined : at;
    for (let between = last; between < at; between += step) {
      const next = nextFire(schedule, between);
      if (following === undefined)
        expect(next === undefined || next >= until, `after ${utc(between)}`).toBe(true);
      else expect(next, `after ${utc(between)}`).toBe(following);
      const previous = previousFire(schedule, between + 1);
      if (before === undefined)
        expect(previous === undefined || previous < from, `before ${utc(between + 1)}`).toBe(true);
      else expect(previous, `before ${utc(between + 1)}`).toBe(before);
    }
    before = at;
  }
}

function listOf(found: ReturnType<typeof fires>): string[] {
  return [...found.scheduled].map((at, index) => `${utc(at)} ${shown(found.nominal[index]!)}`);
}

/** `2027-03-28T03:30+02:00 2027-03-28 02:30` -> `2027-03-28T01:30:00Z 2027-03-28 02:30`. */
function normalized(text: string): string {
  const [at, ...nominal] = text.split(' ') as [string, ...string[]];
  const clock = at.replace(/(Z|[+-]\d\d:\d\d)$/, '').replace('T', ' ');
  return `${utc(instant(at))} ${nominal.length > 0 ? nominal.join(' ') : clock}`;
}
