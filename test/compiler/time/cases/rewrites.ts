/** How an expression of another dialect is written here. Instants as RFC 3339. */
export type Rewrite =
  | {
      readonly cron: string;
      readonly zone?: string;
      readonly dayMatch?: 'either' | 'both';
      readonly start?: string;
      readonly end?: string;
    }
  | { readonly every: number; readonly anchor: string; readonly start?: string; readonly end?: string }
  | { readonly at: string; readonly zone?: string };

/** A zone that its peer names by an offset or an abbreviation. */
export const zones: Readonly<Record<string, string>> = { '+05:30': 'Asia/Kolkata', CET: 'Europe/Brussels' };

/**
 * What the dialect does where both day fields are restricted; here it is written as `dayMatch`.
 * Cases where a peer was told otherwise are named by id.
 */
export const dayMatches: Readonly<Record<string, 'either' | 'both'>> = {
  croniter: 'either',
  'cron-croniter-013': 'both',
  'cron-croniter-015': 'both',
  cronos: 'both',
  fugit: 'either',
  'go-cron (day fields AND)': 'both',
  graphile: 'either',
  oban: 'both',
  'php-cron': 'either',
  robfig: 'either',
  spring: 'both',
};

/**
 * By dialect, then by the expression as its peer has it.
 *
 * A year field becomes `start` and `end`, a zone in the text the schedule's zone, `?` a star, and a weekday by
 * number its name where the dialect counts from another day.
 */
export const rewrites: Readonly<Record<string, Readonly<Record<string, Rewrite>>>> = {
  'apscheduler (rewritten: sec min hour day month dow year)': {
    '0 0 0 * * sun#L 2020': {
      cron: '0 0 0 * * SUNL',
      start: '2019-12-31T23:00:00Z',
      end: '2020-12-31T23:00:00Z',
    },
    '0 0 0 * 1 wed#4 2009': {
      cron: '0 0 0 * 1 WED#4',
      start: '2008-12-31T23:00:00Z',
      end: '2009-12-31T23:00:00Z',
    },
    '0 0 0 6-10 1 mon,sun 2009': {
      cron: '0 0 0 6-10 1 MON,SUN',
      dayMatch: 'both',
      start: '2008-12-31T23:00:00Z',
      end: '2009-12-31T23:00:00Z',
    },
    '0 0 0 L 2 * 2012': { cron: '0 0 0 L 2 *', start: '2011-12-31T23:00:00Z', end: '2012-12-31T23:00:00Z' },
    '0 0 5-6 * * * *': { cron: '0 0 5-6 * * *' },
    '0 0 8-9 * feb-dec * 2009': {
      cron: '0 0 8-9 * FEB-DEC *',
      start: '2008-12-31T23:00:00Z',
      end: '2009-12-31T23:00:00Z',
    },
  },
  'apscheduler (keyword form)': {
    'day=4-6/3': { cron: '0 0 4-6/3 * *' },
    'hour=0-24': { cron: '0 0-24 * * *' },
  },
  croner: {
    '0 0 0 * * SAT-SUN#L,SUN#1': { cron: '0 0 0 * * SATL,SUNL,SUN#1' },
    '0 0 0 * 2 SUN#L': { cron: '0 0 0 * 2 SUNL' },
  },
  cronexpr: {
    '* * * * * 1980': { cron: '* * * * *', start: '1980-01-01T00:00:00Z', end: '1981-01-01T00:00:00Z' },
    // Six fields mean a year at the end.
    '0 0 * 04 * *': { cron: '0 0 * 04 *' },
    '0 0 * * friday': { cron: '0 0 * * FRI' },
  },
  croniter: {
    '0 0 * * 5,L6': { cron: '0 0 * * 5,6L' },
    '0 0 * * L5': { cron: '0 0 * * 5L' },
    '0 0 1 * ?': { cron: '0 0 1 * *' },
    '0 0 1 Nov-Feb *': { cron: '0 0 1 JAN,FEB,NOV,DEC *' },
    // Seconds and year stand at the end.
    '0 0 29 2 * 0 2023': { cron: '0 0 29 2 *', start: '2023-01-01T00:00:00Z', end: '2024-01-01T00:00:00Z' },
    '35 * 1-l/8 * *': { cron: '35 * 1/8 * *' },
  },
  cronos: {
    '* * * * * ?': { cron: '* * * * * *' },
    '* * * ? * sat-tue': { cron: '* * * * * SUN-TUE,SAT' },
    '* * * L-0W * *': { cron: '* * * LW * *' },
    '* * 20-5/5 * *': { cron: '* * 4,20/5 * *' },
    '* * 23-3/2 * * *': { cron: '* * 1,3,23 * * *' },
    '* * ? * sat-tue/2': { cron: '* * * * MON,SAT' },
    '* * ? 11 *': { cron: '* * * 11 *' },
    '* 23-3/2 * * *': { cron: '* 1,3,23 * * *' },
    '* 56-4/4 * * * *': { cron: '* 0,4,56 * * * *' },
    '@every_minute': { cron: '* * * * *' },
  },
  fugit: {
    '* * * * tue#L': { cron: '* * * * TUEL' },
    '* * * * tue#last': { cron: '* * * * TUEL' },
    '* * -1 * *': { cron: '* * L * *' },
    '* * -2 * *': { cron: '* * L-1 * *' },
    '* * last * *': { cron: '* * L * *' },
    '0 0 */2 * 1-5&': { cron: '0 0 */2 * 1-5', dayMatch: 'both' },
    '0 0 */2& * 1-5&': { cron: '0 0 */2 * 1-5', dayMatch: 'both' },
    '0 0 -4,-3 * *': { cron: '0 0 L-3,L-2 * *' },
    '0 0 -5 * *': { cron: '0 0 L-4 * *' },
    '0 9 -2 * *': { cron: '0 9 L-1 * *' },
    '00 24 * * *': { cron: '0 0 * * *' },
    '30 18 * * 2#5 Europe/Paris': { cron: '30 18 * * 2#5', zone: 'Europe/Paris' },
    '59 6 1-7 * 2&': { cron: '59 6 1-7 * 2', dayMatch: 'both' },
    '59 6 1-7& * 2': { cron: '59 6 1-7 * 2', dayMatch: 'both' },
    '59 6 1-7& * 2&': { cron: '59 6 1-7 * 2', dayMatch: 'both' },
  },
  'go-cron (day fields AND)': {
    '0 0 2 * * ?': { cron: '0 0 2 * * *' },
  },
  'go-cron (min..dow year)': {
    '0 0 1 1 * 2024-2026': { cron: '0 0 1 1 *', start: '2024-01-01T00:00:00Z', end: '2027-01-01T00:00:00Z' },
    '0 0 1 1 * 2025': { cron: '0 0 1 1 *', start: '2025-01-01T00:00:00Z', end: '2026-01-01T00:00:00Z' },
  },
  'go-quartz': {
    '0 0 0 * * 2': { cron: '0 0 0 * * MON' },
    '0 0 0 * * 5': { cron: '0 0 0 * * THU' },
    '0 0 0 1 1 ? 2023': { cron: '0 0 0 1 1 *', start: '2023-01-01T00:00:00Z', end: '2024-01-01T00:00:00Z' },
    '0 0 0 ? 4,6 SAT,MON': { cron: '0 0 0 * 4,6 SAT,MON' },
    '0 0 12 L-30 * ?': { cron: '0 0 12 L-30 * *' },
    '0 0 14/2 ? * mon/3 *': { cron: '0 0 14/2 * * MON/3' },
    '0 15 10 15W * ?': { cron: '0 15 10 15W * *' },
    '0 15 10 31W * ?': { cron: '0 15 10 31W * *' },
    '0 15 10 L-5 * ?': { cron: '0 15 10 L-5 * *' },
    '0 15 10 LW * ?': { cron: '0 15 10 LW * *' },
    '0 30 1 * * ?': { cron: '0 30 1 * * *' },
    '0 5,7,9 14/2 ? * WED,Sat *': { cron: '0 5,7,9 14/2 * * WED,SAT' },
    '10 5,7,9 14-16 * * ? *': { cron: '10 5,7,9 14-16 * * *' },
    '10/20 15 14 5-10 * ? *': { cron: '10/20 15 14 5-10 * *' },
  },
  interval: {
    '@every 1h from 12:00:00.456': {
      every: 3600,
      anchor: '1970-01-01T00:00:00Z',
      start: '2022-03-23T12:00:01Z',
    },
    '@every 90m': { every: 5400, anchor: '1970-01-01T00:00:00Z' },
    '@every 90m from 12:00': { every: 5400, anchor: '1970-01-01T00:00:00Z', start: '2022-03-23T12:00:00Z' },
    '@every 90m until 14:00': { every: 5400, anchor: '1970-01-01T00:00:00Z', end: '2022-03-23T14:00:01Z' },
    '@every 90m/5m44s': { every: 5400, anchor: '1970-01-01T00:05:44Z' },
  },
  later: {
    '0 0 12 1/5 * ?': { cron: '0 0 12 1/5 * *' },
    '0 0-5 14 * * ?': { cron: '0 0-5 14 * * *' },
    '0 0/5 14,18 * * ?': { cron: '0 0/5 14,18 * * *' },
    '0 15 10 ? * 5#3': { cron: '0 15 10 * * 5#3' },
    '0 15 10 ? * MON-FRI': { cron: '0 15 10 * * MON-FRI' },
    '0 15 10 L * ?': { cron: '0 15 10 L * *' },
  },
  'php-cron': {
    '0 0 * * 7-4': { cron: '0 0 * * 0-4' },
  },
  'quartz (cron-utils)': {
    '0 0 8 31 * ?': { cron: '0 0 8 31 * *' },
    '0 30 12 1 9 ? 2010': {
      cron: '0 30 12 1 9 *',
      start: '2010-01-01T00:00:00Z',
      end: '2011-01-01T00:00:00Z',
    },
  },
  quartz: {
    '* * * * Foo ? ': { cron: '* * * * Foo *' },
    '/120 0 8-18 ? * 2-6': { cron: '*/120 0 8-18 * * MON-FRI' },
    '0 0 0 /120 * 2-6': { cron: '0 0 0 */120 * MON-FRI' },
    '0 0 0 ? * 0/120': { cron: '0 0 0 * * 0/120' },
    '0 0 0 1W * ?': { cron: '0 0 0 1W * *' },
    '0 15 10 * * ? 2005': {
      cron: '0 15 10 * * *',
      start: '2005-01-01T00:00:00Z',
      end: '2006-01-01T00:00:00Z',
    },
    '0 15 10 L * ? 2005': {
      cron: '0 15 10 L * *',
      start: '2005-01-01T00:00:00Z',
      end: '2006-01-01T00:00:00Z',
    },
    '0 15 10 L 2 ? 2004': {
      cron: '0 15 10 L 2 *',
      start: '2004-01-01T00:00:00Z',
      end: '2005-01-01T00:00:00Z',
    },
    '0 15 10 L-2 * ? 2005': {
      cron: '0 15 10 L-2 * *',
      start: '2005-01-01T00:00:00Z',
      end: '2006-01-01T00:00:00Z',
    },
    '0 15 10 L-3 2 ? 2000': {
      cron: '0 15 10 L-3 2 *',
      start: '2000-01-01T00:00:00Z',
      end: '2001-01-01T00:00:00Z',
    },
    '59 59 23 L * ?': { cron: '59 59 23 L * *' },
    '0 43 9 ? * SAT,SUN,L': { cron: '0 43 9 * * SAT,SUN,L' },
    'L 30 * * * ?': { cron: 'L 30 * * * *' },
    'xyz 30 * * * ?': { cron: 'xyz 30 * * * *' },
    '0/ 0 8-18 ? * 2-6': { cron: '0/ 0 8-18 * * MON-FRI' },
  },
  robfig: {
    '0 0 0 29 Feb ?': { cron: '0 0 0 29 FEB *' },
    '0 0 0 30 Feb ?': { cron: '0 0 0 30 FEB *' },
    '0 0 3 3 * ?': { cron: '0 0 3 3 * *' },
    '14 14 * * ?': { cron: '14 14 * * *' },
    '30 08 15 Jul ?': { cron: '30 8 15 JUL *' },
    '30 08 ? Jul Sun': { cron: '30 8 * JUL SUN' },
    'TZ=America/New_York 0 0 * * * ?': { cron: '0 0 * * * *', zone: 'America/New_York' },
    'TZ=America/New_York 0 0 1 * * ?': { cron: '0 0 1 * * *', zone: 'America/New_York' },
    'TZ=America/New_York 0 0 2 * * ?': { cron: '0 0 2 * * *', zone: 'America/New_York' },
    'TZ=America/New_York 15/0 * * * *': { cron: '15/0 * * * *', zone: 'America/New_York' },
    'TZ=America/Sao_Paulo 0 0 9 10 * ?': { cron: '0 0 9 10 * *', zone: 'America/Sao_Paulo' },
    'TZ=America/Sao_Paulo 0 0 9 22 * ?': { cron: '0 0 9 22 * *', zone: 'America/Sao_Paulo' },
  },
  'rust-cron': {
    '*/17 * * * * ?': { cron: '*/17 * * * * *' },
    '0 */21 * * * ?': { cron: '0 */21 * * * *' },
    '0 0 0 1 1-4/2 ?': { cron: '0 0 0 1 1-4/2 *' },
    '0 0 2 * * * *': { cron: '0 0 2 * * *' },
    '0 0 2 13 * * *': { cron: '0 0 2 13 * *' },
    '0 0/15 * * * * *': { cron: '0 0/15 * * * *' },
    '0 0/30 * * * * *': { cron: '0 0/30 * * * *' },
  },
  spring: {
    '0 0 * ? * FRI#5': { cron: '0 0 * * * FRI#5' },
    '0 0 * ? * FRIL': { cron: '0 0 * * * FRIL' },
    '0 0 */2 * * ?': { cron: '0 0 */2 * * *' },
    '0 0 0 15W * ?': { cron: '0 0 0 15W * *' },
    '0 0 0 1W * ?': { cron: '0 0 0 1W * *' },
    '0 0 0 25 13 ?': { cron: '0 0 0 25 13 *' },
    '0 0 0 31W * ?': { cron: '0 0 0 31W * *' },
    '0 0 0 32 12 ?': { cron: '0 0 0 32 12 *' },
    '0 0 0 ? * 3#5': { cron: '0 0 0 * * 3#5' },
    '0 0 0 ? * SUN-FRI': { cron: '0 0 0 * * SUN-FRI' },
  },
  systemd: {
    '*-*-01/5 04:00:00 UTC': { cron: '0 4 1/5 * *', zone: 'UTC' },
    '*-04-31': { cron: '0 0 31 4 *' },
    '00:00/60': { cron: '0/60 0 * * *' },
    '12,14,13,12:20,10,30': { cron: '20,10,30 12,14,13,12 * * *' },
    '*-*-* 12,13,14:10,20,30:00': { cron: '10,20,30 12,13,14 * * *' },
    '2016-03-27 03:17:00': { at: '2016-03-27T03:17:00' },
    '2016-03-27 03:17:00 UTC': { at: '2016-03-27T03:17:00', zone: 'UTC' },
    '2017-04-02 02:30:00 Pacific/Auckland': { at: '2017-04-02T02:30:00', zone: 'Pacific/Auckland' },
    '2017-09-24 02:30:00 Pacific/Auckland': { at: '2017-09-24T02:30:00', zone: 'Pacific/Auckland' },
    '2017-09-24 03:30:00 Pacific/Auckland': { at: '2017-09-24T03:30:00', zone: 'Pacific/Auckland' },
    'Mon 2017-05~01..07 UTC': {
      cron: '0 0 25-31 5 MON',
      dayMatch: 'both',
      zone: 'UTC',
      start: '2017-01-01T00:00:00Z',
      end: '2018-01-01T00:00:00Z',
    },
    'Mon 2017-05~07/1 UTC': {
      cron: '0 0 25-31 5 MON',
      dayMatch: 'both',
      zone: 'UTC',
      start: '2017-01-01T00:00:00Z',
      end: '2018-01-01T00:00:00Z',
    },
    hourly: { cron: '@hourly' },
    '*-*-* *:00:00': { cron: '0 * * * *' },
  },
  temporal: {
    '0 1 0 2 Jan Sun *': { cron: '0 1 0 2 JAN SUN', dayMatch: 'both' },
    '33 33 2 * * * *': { cron: '33 33 2 * * *' },
    '55 55 5 2/2 * wed-thurs *': { cron: '55 55 5 2/2 * WED-THU', dayMatch: 'both' },
  },
};
