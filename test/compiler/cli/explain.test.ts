import { describe, expect, test } from 'vitest';
import { makeFolder } from '../source/make-folder.ts';
import { jobText, policyText, tenantText } from './declarations.ts';
import { runAlmanac } from './run-almanac.ts';

const calendar = (name: string, dates: string) =>
  `apiVersion: almanac/v1\nkind: Calendar\nmetadata: { tenant: benefits, name: ${name} }\nspec: { dates: [${dates}] }\n`;

const job = (name: string, schedule: string, more = '') =>
  jobText('x', name).replace(/schedule: .*/, `schedule: ${schedule}${more}`);

const files = {
  'tenant.yaml': tenantText,
  'policies.yaml': policyText(),
  'calendars.yaml': [
    calendar('holidays', '2027-03-26'),
    calendar('quarter-days', '2027-03-25, 2027-06-24'),
  ].join('---\n'),
  'jobs.yaml': [
    job('nightly', '{ cron: "30 1 * * *", zone: Europe/London, exclude: [holidays] }'),
    job('moved', '{ cron: "0 4 26 * *", zone: Europe/London, exclude: [holidays], onExcluded: next-day }'),
    job('quarterly', '{ cron: "0 9 * * *", zone: Europe/London, include: [quarter-days] }'),
    job(
      'skipping',
      '{ cron: "0 5 * * *", zone: Europe/London, skips: [{ at: 2027-01-05T05:00:00Z, reason: stocktaking }], extras: [{ at: 2027-01-05T12:00:00Z, reason: stocktaking }] }',
    ),
    job(
      'resting',
      '{ cron: "0 6 * * *", zone: Europe/London }',
      '\n  paused: { from: 2027-01-01T00:00:00Z, until: 2027-01-08T00:00:00Z, reason: new year, fires: skip }',
    ),
    job(
      'held',
      '{ cron: "0 6 * * *", zone: Europe/London }',
      '\n  paused: { from: 2027-01-01T00:00:00Z, until: 2027-01-08T00:00:00Z, reason: new year, fires: hold }',
    ),
    job('often', '{ every: 90m, anchor: 2027-01-01T00:00:00Z, spread: 5m }'),
    job('listed', '{ at: [2027-02-01T00:00:00Z], start: 2027-01-01T00:00:00Z }'),
    job(
      'season',
      '{ cron: "0 7 * * *", zone: Europe/London, start: 2027-02-01T00:00:00Z, end: 2027-03-01T00:00:00Z }',
    ),
    job('by-hand', '{ manual: true }'),
  ].join('---\n'),
};

const stories: readonly (readonly [string, ...string[]])[] = [
  ['an-ordinary-fire', 'benefits/nightly@2027-01-12T01:30:00Z'],
  ['a-fire-moved-by-a-gap', 'nightly', '2027-03-28 01:30'],
  ['both-passes-of-a-fold', 'nightly', '2027-10-31T01:30'],
  ['a-holiday', 'nightly', '2027-03-26 01:30'],
  ['another-hour', 'nightly@2027-01-12T02:30:00Z'],
  ['a-wall-time-in-a-gap-that-nobody-named', 'nightly', '2027-03-28', '01:15'],
  ['a-date-moved-by-a-calendar', 'moved@2027-03-26T04:00:00Z'],
  ['a-date-that-is-not-included', 'quarterly@2027-03-24T09:00:00Z'],
  ['a-skip', 'skipping@2027-01-05T05:00:00Z'],
  ['an-extra', 'skipping@2027-01-05T12:00:00Z'],
  ['a-pause', 'resting@2027-01-03T06:00:00Z'],
  ['a-hold', 'held@2027-01-03T06:00:00Z'],
  ['an-interval', 'often@2027-01-01T03:00:00Z'],
  ['between-two-of-an-interval', 'often@2027-01-01T04:00:00Z'],
  ['before-the-anchor', 'often@2026-12-01T00:00:00Z'],
  ['not-in-the-list', 'listed@2027-02-02T00:00:00Z'],
  ['before-its-start', 'season@2027-01-15T07:00:00Z'],
  ['past-its-end', 'season@2027-03-15T07:00:00Z'],
  ['a-manual-job', 'by-hand@2027-03-15T07:00:00Z'],
  ['long-ago', 'nightly@1999-01-01T01:30:00Z'],
  ['before-everything', 'nightly@1965-01-01T01:30:00Z'],
];

describe('every instant can be explained', () => {
  test.each(stories)('%s', async (name, ...words) => {
    const { path } = makeFolder(files);
    const { code, stdout, stderr } = await runAlmanac(['explain', ...words], { cwd: path });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await expect(stdout).toMatchFileSnapshot(`./golden/explain/${name}.txt`);
    const json = await runAlmanac(['explain', '--json', ...words], { cwd: path });
    const { answers } = JSON.parse(json.stdout);
    expect(answers).toHaveLength(stdout.split('\n').filter((line) => /^\S/.test(line)).length);
  });

  test('as JSON it has the instants that a program wants', async () => {
    const { path } = makeFolder(files);
    const { stdout } = await runAlmanac(['explain', '--json', 'nightly', '2027-03-28T01:30'], { cwd: path });
    const { facts, ...answer } = JSON.parse(stdout).answers[0];
    expect(answer).toEqual({
      job: 'benefits/nightly',
      kind: 'fire',
      instant: '2027-03-28T01:30:00Z',
      wall: '2027-03-28T02:30:00+01:00',
      nominal: '2027-03-28T01:30:00',
      due: '2027-03-28T01:30:00Z',
      late: '2027-03-28T01:40:00Z',
      deadline: '2027-03-28T07:30:00Z',
      window: { from: '2027-03-27T01:30:00Z', to: '2027-03-28T01:30:00Z' },
      previous: '2027-03-27T01:30:00Z',
      next: '2027-03-29T00:30:00Z',
    });
    expect(facts).toContainEqual({ label: 'overlap', text: 'skip', place: 'policies.yaml:7' });
  });

  test('a wall time needs a zone', async () => {
    const { path } = makeFolder(files);
    const { code, stderr } = await runAlmanac(['explain', 'often', '2027-01-01T03:00'], { cwd: path });
    expect(code).toBe(1);
    expect(stderr).toContain('`benefits/often` has no zone, so that `2027-01-01T03:00` is no instant');
  });
});
