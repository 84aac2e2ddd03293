// cspell:ignore BYWEEKNO
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDate, parseDate } from '../../../compiler/manifest/instant-text.ts';
import { readICalendar } from '../../../compiler/manifest/read-icalendar.ts';

const range = { from: 0, until: parseDate('2036-01-01')! };

function read(...events: string[]): { days: string[]; timedCount: number } {
  const body = events.map((event) => `BEGIN:VEVENT\n${event}\nEND:VEVENT`).join('\n');
  const reading = readICalendar(`BEGIN:VCALENDAR\n${body}\nEND:VCALENDAR\n`, range);
  if (reading.kind === 'broken') throw new Error(reading.message);
  return { days: reading.days.map(formatDate), timedCount: reading.timedCount };
}

function complaint(text: string): string | undefined {
  const reading = readICalendar(text, range);
  return reading.kind === 'broken' ? reading.message : undefined;
}

describe('An iCalendar text', () => {
  test('gives the dates of its all-day events, sorted and once each', () => {
    expect(
      read(
        'DTSTART;VALUE=DATE:20271227\nDTEND;VALUE=DATE:20271228\nSUMMARY:Christmas Day (substitute day)',
        'DTSTART;VALUE=DATE:20270101\nDTEND;VALUE=DATE:20270102',
        'DTSTART;VALUE=DATE:20270101',
      ).days,
    ).toEqual(['2027-01-01', '2027-12-27']);
  });

  test('counts every day of an event up to its exclusive end', () => {
    expect(read('DTSTART;VALUE=DATE:20271230\nDTEND;VALUE=DATE:20280102').days).toEqual([
      '2027-12-30',
      '2027-12-31',
      '2028-01-01',
    ]);
    expect(read('DTSTART;VALUE=DATE:20271230\nDURATION:P2D').days).toEqual(['2027-12-30', '2027-12-31']);
    expect(read('DTSTART;VALUE=DATE:20271230\nDURATION:P1W').days).toHaveLength(7);
  });

  test('leaves out excepted dates, adds extra ones, and moves changed occurrences', () => {
    const series =
      'UID:a\nDTSTART;VALUE=DATE:20250501\nRRULE:FREQ=YEARLY;COUNT=4\nEXDATE;VALUE=DATE:20260501\nRDATE;VALUE=DATE:20250601';
    expect(read(series).days).toEqual(['2025-05-01', '2025-06-01', '2027-05-01', '2028-05-01']);
    const moved = 'UID:a\nRECURRENCE-ID;VALUE=DATE:20270501\nDTSTART;VALUE=DATE:20270503';
    expect(read(series, moved).days).toEqual(['2025-05-01', '2025-06-01', '2027-05-03', '2028-05-01']);
    const cancelled = `${moved}\nSTATUS:CANCELLED`;
    expect(read(series, cancelled).days).toEqual(['2025-05-01', '2025-06-01', '2028-05-01']);
  });

  test('keeps other series whole where an occurrence of one is changed', () => {
    expect(
      read(
        'UID:a\nDTSTART;VALUE=DATE:20270501',
        'UID:b\nDTSTART;VALUE=DATE:20270501',
        'UID:a\nRECURRENCE-ID;VALUE=DATE:20270501\nDTSTART;VALUE=DATE:20270502',
      ).days,
    ).toEqual(['2027-05-01', '2027-05-02']);
  });

  test('passes over events with a clock time, and counts them', () => {
    expect(read('DTSTART:20270501T090000Z\nDTEND:20270501T100000Z', 'DTSTART;VALUE=DATE:20270502')).toEqual({
      days: ['2027-05-02'],
      timedCount: 1,
    });
  });

  test('passes over cancelled events', () => {
    expect(read('DTSTART;VALUE=DATE:20270501\nSTATUS:CANCELLED').days).toEqual([]);
  });

  test('gives only dates inside the range, for events that begin before it and never end', () => {
    const { days } = read('DTSTART;VALUE=DATE:19000101\nRRULE:FREQ=YEARLY');
    expect([days.at(0), days.at(-1), days.length]).toEqual(['1970-01-01', '2035-01-01', 66]);
  });

  test('reads folded lines, a byte order mark and several calendars', () => {
    const one =
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DA\r\n TE:20270501\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';
    expect(readICalendar(`\uFEFF${one}${one.replace('0501', '0502')}`, range)).toMatchObject({
      kind: 'days',
      days: [parseDate('2027-05-01'), parseDate('2027-05-02')],
    });
  });

  test.each([
    ['', 'it has no BEGIN:VCALENDAR'],
    ['hello', 'invalid line (no token ";" or ":") "hello"'],
    ['BEGIN:VCALENDAR\nBEGIN:VEVENT\n', 'invalid ical body. component began but did not end'],
  ])('says what is wrong with `%s`', (text, message) => {
    expect(complaint(text)).toBe(message);
  });

  test.each([
    ['SUMMARY:x', 'it has an event without DTSTART'],
    ['DTSTART;VALUE=DATE:20270230', 'its DTSTART `2027-02-30` is not a date'],
    [
      'DTSTART;VALUE=DATE:20270102\nDTEND;VALUE=DATE:20270101',
      'an event ends before it starts on `2027-01-02`',
    ],
    ['DTSTART;VALUE=DATE:20270102\nDURATION:PT1H', 'an all-day event lasts `PT1H`, which is not whole days'],
    ['DTSTART;VALUE=DATE:20270102\nRRULE:FREQ=HOURLY', 'it repeats whole days HOURLY'],
    [
      'DTSTART;VALUE=DATE:20270102\nRRULE:FREQ=YEARLY;BYWEEKNO=1',
      'it repeats by BYWEEKNO, which Almanac does not read',
    ],
    [
      'UID:a\nRECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20270102\nDTSTART;VALUE=DATE:20270103',
      'it changes an event with RANGE=THISANDFUTURE, which Almanac does not read',
    ],
  ])('refuses what it can not read as days: %s', (event, message) => {
    expect(complaint(`BEGIN:VCALENDAR\nBEGIN:VEVENT\n${event}\nEND:VEVENT\nEND:VCALENDAR`)).toBe(message);
  });

  test('is refused where it has more repeating events than one can go through', () => {
    const event = 'BEGIN:VEVENT\nDTSTART;VALUE=DATE:19700101\nRRULE:FREQ=DAILY\nEND:VEVENT\n';
    expect(complaint(`BEGIN:VCALENDAR\n${event.repeat(1000)}END:VCALENDAR`)).toBe(
      'it has too many repeating events',
    );
  });

  test('is told in words of its own where the text is none of iCalendar, and without much of that text', () => {
    for (const text of ['root:x:0:0:root:/root:/bin/sh\n', `BEGIN:VCALENDAR\n${'x'.repeat(9_000)}\n`]) {
      const reading = readICalendar(text, range);
      expect(reading).toEqual({
        kind: 'broken',
        message: expect.not.stringMatching(/undefined|propert|.{140}/),
      });
    }
  });

  test('never throws, whatever the text', () => {
    const line = fc.constantFrom(
      'BEGIN:VEVENT',
      'END:VEVENT',
      'BEGIN:VCALENDAR',
      'END:VCALENDAR',
      'DTSTART;VALUE=DATE:20270101',
      'DTSTART:20270101T000000',
      'DTSTART;VALUE=DATE:',
      'DTEND;VALUE=DATE:20280101',
      'RRULE:FREQ=YEARLY;BYSETPOS=0;BYMONTHDAY=31',
      'RRULE:FREQ=DAILY;INTERVAL=0',
      'RRULE:',
      'EXDATE:x',
      'RDATE;VALUE=PERIOD:20270101T000000Z/PT1H',
      'RECURRENCE-ID:20270101',
      'DURATION:P',
      'UID:a',
      ':;="',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 5, arbitrary: line }, fc.string()), { maxLength: 12 }),
        (lines) => {
          const text = `BEGIN:VCALENDAR\nBEGIN:VEVENT\n${lines.join('\n')}\nEND:VEVENT\nEND:VCALENDAR`;
          expect(readICalendar(text, range).kind).toMatch(/days|broken/);
        },
      ),
      { numRuns: 500 },
    );
  });
});
