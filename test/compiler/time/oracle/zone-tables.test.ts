import { describe, expect, test } from 'vitest';
import { offsetAt, resolveZone, zoneTable } from '../../../../compiler/time/index.ts';
import type { Instant } from '../../../../schema/time.ts';
import { findChanges } from './find-changes.ts';

// The compiler's tables against the platform's wall clock, in every zone.
//
// Nothing is left out of 2021 to 2030: each zone is probed daily, and every 30 s for two hours on either side
// of each change; the table must give the offset seen at each probe and hold exactly the changes found. The odd
// zones are gone through like this from 1970 to the end of their tables; the others only when ALMANAC_ORACLE=full,
// and then by the hour.

const full = process.env['ALMANAC_ORACLE'] === 'full';
const decade = { from: Date.UTC(2021, 0, 1) / 1000, until: Date.UTC(2031, 0, 1) / 1000 };

const oddZones = [
  'Africa/Cairo',
  'Africa/Casablanca',
  'Africa/Monrovia',
  'America/Caracas',
  'America/Havana',
  'America/Santiago',
  'America/Sao_Paulo',
  'Antarctica/Troll',
  'Asia/Beirut',
  'Asia/Gaza',
  'Asia/Kathmandu',
  'Asia/Pyongyang',
  'Australia/Lord_Howe',
  'Europe/Dublin',
  'Pacific/Apia',
];

// `Intl` lists one name a zone, often not the primary one of the IANA list; these are names that it leaves out.
const unlistedNames = [
  'America/Argentina/Buenos_Aires',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Etc/GMT+8',
  'Etc/UTC',
  'Europe/Kyiv',
  'GB',
  'Pacific/Kanton',
  'US/Eastern',
  'UTC',
];

function disagreements(name: string, span: { from: Instant; until: Instant; step: number }): string[] {
  const resolved = resolveZone(name);
  if (resolved.kind !== 'zone') {
    return [`${name} is not known`];
  }
  const table = zoneTable(resolved.zone);
  const until = Math.min(span.until, table.until);
  const wrong: string[] = [];
  const changes = findChanges(name, { ...span, until: until - 14_400 }, (instant, offset) => {
    if (instant >= 0 && instant < until && offsetAt(table, instant) !== offset && wrong.length < 5) {
      wrong.push(`${name} at ${instant}: ${offsetAt(table, instant)} instead of ${offset}`);
    }
  });
  const expected = changes.map(({ at, after }) => `${at} ${after}`);
  const found = table.transitions
    .map((at, index) => [at, table.offsets[index + 1]] as const)
    .filter(([at]) => at >= span.from && at < until - 14_400)
    .map(([at, offset]) => `${at} ${offset}`);
  if (expected.join() !== found.join()) {
    wrong.push(`${name} has the changes ${found.join()} instead of ${expected.join()}`);
  }
  return wrong;
}

describe('zone tables agree with the wall clock of the platform', () => {
  const listed = Intl.supportedValuesOf('timeZone');

  test(`in all ${listed.length} zones that Intl lists, 2021 to 2030`, { timeout: 120_000 }, () => {
    expect(listed.length).toBeGreaterThan(400);
    expect(listed.flatMap((zone) => disagreements(zone, { ...decade, step: 86_400 }))).toEqual([]);
  });

  test('under names that Intl does not list, 2021 to 2030', () => {
    expect(unlistedNames.flatMap((zone) => disagreements(zone, { ...decade, step: 86_400 }))).toEqual([]);
  });

  test.each(oddZones)('in %s, from 1970 to the end of its table', (zone) => {
    const { until } = zoneTable(zone);
    expect(disagreements(zone, { from: 0, until, step: 86_400 })).toEqual([]);
  });

  test.each(full ? listed : [])('by the hour in %s, from 1970 to the end of its table', (zone) => {
    expect(disagreements(zone, { from: 0, until: Number.POSITIVE_INFINITY, step: 3600 })).toEqual([]);
  });
});
