import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { resolveZone, zoneTable } from '../../../compiler/time/index.ts';
import { allZoneNames, primaryNameOf } from '../../../compiler/time/zone-names.ts';

describe('names of the IANA list', () => {
  test.each([
    'Europe/London',
    'America/New_York',
    'America/Argentina/Buenos_Aires',
    'Asia/Kolkata',
    'Europe/Kyiv',
    'UTC',
    'Etc/GMT+5',
    // Places that the list merged with others because they agree since 1970.
    'Europe/Amsterdam',
    'Europe/Oslo',
    'Europe/Stockholm',
    'Asia/Kuwait',
    'Africa/Accra',
    'Atlantic/Reykjavik',
    'Africa/Asmara',
    'America/Atikokan',
    'Pacific/Chuuk',
    'Arctic/Longyearbyen',
  ])('%s is a zone of its own', (name) => {
    expect(resolveZone(name)).toEqual({ kind: 'zone', zone: name, alias: false });
  });

  test.each([
    ['US/Eastern', 'America/New_York'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
    ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['America/Godthab', 'America/Nuuk'],
    ['Africa/Asmera', 'Africa/Asmara'],
    ['Pacific/Truk', 'Pacific/Chuuk'],
    ['Iceland', 'Atlantic/Reykjavik'],
    ['GB', 'Europe/London'],
    ['NZ', 'Pacific/Auckland'],
    ['PRC', 'Asia/Shanghai'],
    ['Japan', 'Asia/Tokyo'],
    ['Etc/UTC', 'UTC'],
    ['Zulu', 'UTC'],
    ['Etc/Zulu', 'UTC'],
    ['UCT', 'UTC'],
    ['GMT', 'UTC'],
    ['GMT0', 'UTC'],
    ['Etc/GMT', 'UTC'],
    ['Etc/Greenwich', 'UTC'],
  ])('%s is another name of %s', (name, zone) => {
    expect(resolveZone(name)).toEqual({ kind: 'zone', zone, alias: true });
  });

  test('an alias has the very offsets of its primary name', () => {
    const span = { from: 0, until: Date.UTC(2030, 0) / 1000 };
    const format = (timeZone: string) =>
      new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    for (const name of allZoneNames()) {
      const primary = primaryNameOf(name)!;
      if (primary === name) continue;
      const [alias, own] = [format(name), format(primary)];
      for (let at = span.from; at < span.until; at += 45 * 86_400) {
        expect(alias.format(at * 1000), `${name} and ${primary} at ${at}`).toBe(own.format(at * 1000));
      }
    }
  });

  test('every primary name resolves to itself and has a table, whatever the platform calls it', () => {
    const span = { from: Date.UTC(2026, 0) / 1000, until: Date.UTC(2026, 1) / 1000 };
    for (const name of new Set(allZoneNames().map((name) => primaryNameOf(name)!))) {
      expect(resolveZone(name)).toEqual({ kind: 'zone', zone: name, alias: false });
      expect(zoneTable(name, span).zone).toBe(name);
    }
  });
});

describe('what is no zone', () => {
  test.each([
    // Abbreviations, though some are in the list and the platform takes more.
    ['EST', 'abbreviation', ['America/New_York', 'America/Panama']],
    ['cet', 'abbreviation', ['Europe/Berlin', 'Europe/Paris', 'Africa/Algiers']],
    ['PST8PDT', 'abbreviation', ['America/Los_Angeles']],
    ['BST', 'abbreviation', ['Europe/London', 'Asia/Dhaka']],
    ['IST', 'abbreviation', ['Asia/Kolkata', 'Europe/Dublin', 'Asia/Jerusalem']],
    ['HST', 'abbreviation', ['Pacific/Honolulu']],
    ['Z', 'abbreviation', ['UTC']],
    // Offsets; the signs of Etc are turned round.
    ['+01:00', 'offset', ['Etc/GMT-1']],
    ['UTC+2', 'offset', ['Etc/GMT-2']],
    ['GMT-5', 'offset', ['Etc/GMT+5']],
    ['+0530', 'offset', ['Asia/Kolkata']],
    ['-00:00', 'offset', ['UTC']],
    ['+13:17', 'offset', []],
    ['UTC-14', 'offset', []],
    // Capitals.
    ['europe/london', 'case', ['Europe/London']],
    ['America/New_york', 'case', ['America/New_York']],
    ['utc', 'case', ['UTC']],
    ['asia/calcutta', 'case', ['Asia/Calcutta']],
    // Windows names.
    ['W. Europe Standard Time', 'unknown', ['Europe/Berlin']],
    ['Eastern Daylight Time', 'unknown', ['America/New_York']],
    // Typos, and cities without their area.
    ['Europe/Lodnon', 'unknown', ['Europe/London']],
    ['Europe/Belin', 'unknown', ['Europe/Berlin']],
    ['America/New York', 'unknown', ['America/New_York']],
    ['America/NewYork', 'unknown', ['America/New_York']],
    ['London', 'unknown', ['Europe/London']],
    ['new york', 'unknown', ['America/New_York']],
    // Nothing near.
    ['Mars/Olympus_Mons', 'unknown', []],
    ['Factory', 'unknown', []],
    ['', 'unknown', []],
    ['__proto__', 'unknown', []],
    [`Europe/${'x'.repeat(1_000_000)}`, 'unknown', []],
  ] as const)('%.40s: %s', (name, reason, suggestions) => {
    expect(resolveZone(name)).toEqual({ kind: 'unknown', reason, suggestions });
  });

  test('every suggestion resolves', () => {
    for (const name of [
      'EST',
      'CST',
      'AST',
      'WET',
      'UTC+2',
      '+05:45',
      'utc',
      'Romance Standard Time',
      'Berlin',
    ]) {
      const result = resolveZone(name);
      if (result.kind === 'zone') throw new Error(`${name} is a zone`);
      expect(result.suggestions.length).toBeGreaterThan(0);
      for (const suggestion of result.suggestions)
        expect(resolveZone(suggestion).kind, suggestion).toBe('zone');
    }
  });

  test('a table is refused for a name that only the platform knows', () => {
    expect(() => zoneTable('BST')).toThrow(RangeError);
    expect(() => zoneTable('Mars/Olympus_Mons')).toThrow('`Mars/Olympus_Mons`');
  });
});

test('the generated names are those of the installed IANA list', () => {
  const script = fileURLToPath(new URL('../../../compiler/time/generate-zone-names.js', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  // 2: this version of Node cannot tell aliases from zones, so there is nothing to compare.
  expect(status === 2 ? '' : stderr).toBe('');
});
