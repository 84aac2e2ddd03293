import { describe, expect, test } from 'vitest';
import { formatDate, parseDate } from '../../../compiler/manifest/instant-text.ts';
import { readICalendar } from '../../../compiler/manifest/read-icalendar.ts';

/** Dates of one event that repeats by a rule, before 2010. */
function dates(start: string, rule: string): string[] {
  const text = calendar(`DTSTART;VALUE=DATE:${start.replaceAll('-', '')}\nRRULE:${rule}`);
  const reading = readICalendar(text, { from: 0, until: parseDate('2010-01-01')! });
  if (reading.kind === 'broken') throw new Error(reading.message);
  return reading.days.map(formatDate);
}

const calendar = (event: string) =>
  `BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:1\n${event}\nEND:VEVENT\nEND:VCALENDAR\n`;

// The examples of RFC 5545, section 3.8.5.3, as whole days.
describe('Dates that repeat', () => {
  test.each<[string, string, string[]]>([
    ['1997-09-02', 'FREQ=DAILY;COUNT=3', ['1997-09-02', '1997-09-03', '1997-09-04']],
    [
      '1997-09-02',
      'FREQ=DAILY;INTERVAL=10;COUNT=5',
      ['1997-09-02', '1997-09-12', '1997-09-22', '1997-10-02', '1997-10-12'],
    ],
    ['1997-09-02', 'FREQ=WEEKLY;COUNT=3', ['1997-09-02', '1997-09-09', '1997-09-16']],
    ['1997-09-02', 'FREQ=WEEKLY;UNTIL=19970920', ['1997-09-02', '1997-09-09', '1997-09-16']],
    [
      '1997-09-02',
      'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,TH;COUNT=8',
      [
        '1997-09-02',
        '1997-09-04',
        '1997-09-16',
        '1997-09-18',
        '1997-09-30',
        '1997-10-02',
        '1997-10-14',
        '1997-10-16',
      ],
    ],
    [
      '1997-09-05',
      'FREQ=MONTHLY;COUNT=4;BYDAY=1FR',
      ['1997-09-05', '1997-10-03', '1997-11-07', '1997-12-05'],
    ],
    [
      '1997-09-07',
      'FREQ=MONTHLY;INTERVAL=2;COUNT=6;BYDAY=1SU,-1SU',
      ['1997-09-07', '1997-09-28', '1997-11-02', '1997-11-30', '1998-01-04', '1998-01-25'],
    ],
    ['1997-09-22', 'FREQ=MONTHLY;COUNT=3;BYDAY=-2MO', ['1997-09-22', '1997-10-20', '1997-11-17']],
    ['1997-09-28', 'FREQ=MONTHLY;BYMONTHDAY=-3;COUNT=3', ['1997-09-28', '1997-10-29', '1997-11-28']],
    [
      '1997-09-02',
      'FREQ=MONTHLY;COUNT=4;BYMONTHDAY=2,15',
      ['1997-09-02', '1997-09-15', '1997-10-02', '1997-10-15'],
    ],
    [
      '1997-09-30',
      'FREQ=MONTHLY;COUNT=4;BYMONTHDAY=1,-1',
      ['1997-09-30', '1997-10-01', '1997-10-31', '1997-11-01'],
    ],
    [
      '1997-06-10',
      'FREQ=YEARLY;COUNT=4;BYMONTH=6,7',
      ['1997-06-10', '1997-07-10', '1998-06-10', '1998-07-10'],
    ],
    [
      '1997-01-01',
      'FREQ=YEARLY;INTERVAL=3;COUNT=5;BYYEARDAY=1,100,200',
      ['1997-01-01', '1997-04-10', '1997-07-19', '2000-01-01', '2000-04-09'],
    ],
    ['1997-05-19', 'FREQ=YEARLY;BYDAY=20MO;COUNT=3', ['1997-05-19', '1998-05-18', '1999-05-17']],
    [
      '1997-03-13',
      'FREQ=YEARLY;BYMONTH=3;BYDAY=TH;COUNT=4',
      ['1997-03-13', '1997-03-20', '1997-03-27', '1998-03-05'],
    ],
    [
      '1997-09-13',
      'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13;COUNT=3',
      ['1997-09-13', '1997-10-11', '1997-11-08'],
    ],
    [
      '1996-11-05',
      'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
      ['1996-11-05', '2000-11-07', '2004-11-02', '2008-11-04'],
    ],
    [
      '1997-09-04',
      'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3',
      ['1997-09-04', '1997-10-07', '1997-11-06'],
    ],
    [
      '1997-09-29',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2;COUNT=4',
      ['1997-09-29', '1997-10-30', '1997-11-27', '1997-12-30'],
    ],
    [
      '1997-08-05',
      'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO',
      ['1997-08-05', '1997-08-10', '1997-08-19', '1997-08-24'],
    ],
    [
      '1997-08-05',
      'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU',
      ['1997-08-05', '1997-08-17', '1997-08-19', '1997-08-31'],
    ],
    [
      '2007-01-15',
      'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5',
      ['2007-01-15', '2007-01-30', '2007-02-15', '2007-03-15', '2007-03-30'],
    ],
    ['2000-02-29', 'FREQ=YEARLY', ['2000-02-29', '2004-02-29', '2008-02-29']],
  ])('%s %s', (start, rule, expected) => {
    expect(dates(start, rule)).toEqual(expected);
  });

  test('New Year is every year, as a national calendar says it', () => {
    expect(dates('2001-01-01', 'FREQ=YEARLY')).toEqual(
      Array.from({ length: 9 }, (_, i) => `${2001 + i}-01-01`),
    );
  });

  test.each([
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31',
    'FREQ=DAILY;INTERVAL=7;BYDAY=MO',
    'FREQ=DAILY;INTERVAL=999999999',
    'FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=1',
  ])('a rule that no date fits comes to an end: %s', (rule) => {
    expect(dates('2001-02-01', rule)).toEqual(['2001-02-01']);
  });
});
