import { describe, expect, test } from 'vitest';
import { spreadOffset } from '../../../compiler/time/index.ts';
import type { DeclaredDocument } from '../../../schema/declared.ts';
import { declare } from '../../support/declare.ts';
import { job, policy, tenant } from '../manifest/compile.ts';
import { findings, say } from './findings.ts';

const every = (duration: string) => ({ every: duration, anchor: '2026-11-29T00:00:00Z' });

describe('overlap-likely', () => {
  const rule = 'overlap-likely';
  const lasts = (expectedDuration: string) => ({ expectedDuration });
  const patient = { report: { finishWithin: '1m', lostAfter: '2d' } };

  test.each([
    ['skip', 'leaves out 52,560'],
    ['replace', 'cancels that run each time'],
    ['queue-one', '17,519 find the queue full, or expire in it'],
  ])('tells what a five-minute job that takes six comes to under %s', (overlap, outcome) => {
    const target = { command: { run: ['./sync'] } };
    const [said] = say(rule, every('5m'), { ...patient, overlap }, { ...lasts('6m'), target });
    expect(said).toContain('is expected to last 6m, and fires are as little as 5m apart');
    expect(said).toContain('105,119 of 105,120 fires come before the run of the one before is over');
    expect(said).toContain('the first on 2026-11-29 09:05');
    expect(said).toContain(outcome);
  });

  test('knows the one night of the year on which a day is too short, and that the queue then serves all', () => {
    const [said] = say(
      rule,
      { cron: '30 2 * * *', zone: 'Europe/Berlin' },
      { ...patient, overlap: 'queue-one' },
      lasts('23h30m'),
    );
    expect(said).toContain(
      '1 of 365 fires comes before the run of the one before is over, the first on 2027-03-29 02:30',
    );
    expect(said).toContain('in the queue all get their turn');
  });

  test.each([
    ['of the very spacing', every('5m'), patient, lasts('5m')],
    ['without an expected duration', every('5m'), patient, {}],
    ['under allow', every('5m'), { ...patient, overlap: 'allow' }, lasts('6m')],
    ['that fires once', { at: ['2027-01-01T00:00:00Z'] }, patient, lasts('6m')],
    ['that fires by hand', { manual: true }, patient, lasts('6m')],
    ['whose runs are given up before', every('5m'), {}, lasts('6m')],
  ])('is silent on a job %s', (_, schedule, answers, spec) => {
    expect(say(rule, schedule, answers, spec)).toEqual([]);
  });

  test('is silent where nobody sees a run end', () => {
    const target = { pubsub: { topic: 'projects/a/topics/b' } };
    const spec = { ...lasts('6m'), target };
    expect(say(rule, every('5m'), { overlap: 'allow', report: { finishWithin: '1m' } }, spec)).toEqual([]);
  });
});

describe('catch-up-defeated', () => {
  const rule = 'catch-up-defeated';
  const covering = (horizon: string) => ({ overlap: 'queue-one', catchUp: 'coalesce', horizon });

  test('tells of a window that is never widened', () => {
    expect(say(rule, every('2h'), covering('1h59m'))).toEqual([
      'the horizon is 1h59m and fires are at least 2h apart, so only one at a time is not expired: `catchUp: coalesce` never has others to collapse, and no run covers what the expired ones would have',
    ]);
  });

  test.each([
    ['a horizon that reaches to the next fire', covering('2h')],
    ['no horizon', covering('unlimited')],
    ['an answer that has one fire to run', { overlap: 'queue-one', catchUp: 'all', horizon: '1h' }],
    ['no catch-up', { catchUp: 'none', horizon: '10m' }],
  ])('is silent with %s', (_, answers) => {
    expect(say(rule, every('2h'), answers)).toEqual([]);
  });

  test('tells once of a policy that expires what it could catch up, however many jobs use it', () => {
    const found = findings(
      tenant,
      policy({ horizon: '10m' }),
      job('0 1 * * *'),
      job('0 2 * * *', {}, 'benefits/other'),
    ).filter(({ code }) => code === rule);
    expect(found.map(({ subject, message }) => [subject, message])).toEqual([
      [
        'benefits/nightly',
        '`horizon` and `lateAfter` are both 10m: a missed fire has expired, and `catchUp: latest` never has anything to do',
      ],
    ]);
  });
});

describe('pile-up', () => {
  const rule = 'pile-up';
  const open = { overlap: 'allow', catchUp: 'all', horizon: '2h' };

  test('counts what the horizon lets survive, the fire at either end included', () => {
    expect(say(rule, every('10m'), open)).toEqual([
      'after an outage of the platform of 2h, for instance up to 2026-11-29T11:00:00Z, 13 runs of it would start at once: `overlap: allow` lets them, and `catchUp: all` keeps every fire',
    ]);
  });

  test('finds where the fires are densest', () => {
    const [said] = say(rule, { cron: '*/5 9-17 * * 1', zone: 'UTC' }, open);
    expect(said).toContain('up to 2026-11-30T11:00:00Z, 25 runs');
  });

  test('takes a day where nothing expires', () => {
    expect(say(rule, every('2h'), { ...open, horizon: 'unlimited' })[0]).toContain('of 1d, for instance');
  });

  test('knows that fires on time do not collapse', () => {
    const [said] = say(rule, every('1m'), { overlap: 'allow', lateAfter: '30m', horizon: '2h' });
    expect(said).toContain(
      '31 runs of it would start at once: `overlap: allow` lets them, and only fires more than 30m late collapse',
    );
  });

  test.each([
    ['fewer runs than a pile', every('15m'), open],
    ['a queue', every('10m'), { ...open, overlap: 'queue-one' }],
    ['collapsing fires', every('10m'), { ...open, catchUp: 'latest' }],
    ['one fire', { at: ['2026-12-24T12:00:00Z'] }, open],
  ])('is silent with %s', (_, schedule, answers) => {
    expect(say(rule, schedule, answers)).toEqual([]);
  });

  const fleet = (spec: object, count: number, schedule: (index: number) => string = () => '0 3 * * *') => [
    declare('Tenant', 'benefits', { owners: ['group:platform@example.gov'], ...spec }),
    policy(),
    ...Array.from({ length: count }, (_, index) => job(schedule(index), {}, `benefits/job-${index}`)),
  ];
  const ofTenant = (documents: readonly DeclaredDocument[]) =>
    findings(...documents).filter(({ code, subject }) => code === rule && subject === 'benefits/benefits');

  test('counts the jobs of a tenant that an outage makes start together', () => {
    const hours = (index: number) => `${index % 60} ${index % 5} * * *`;
    const [found] = ofTenant(fleet({}, 120, hours));
    expect(found?.message).toBe(
      'after an outage of the platform of 6h, for instance up to 2026-11-30T04:59:00Z, 120 runs of 120 jobs would start at once: no cap of the tenant holds them up',
    );
  });

  test.each([
    ['a rate', fleet({ lanes: { scheduled: { maxPerMinute: 20 } } }, 120)],
    ['a cap on runs', fleet({ lanes: { scheduled: { maxConcurrent: 50 } } }, 120)],
    ['few jobs', fleet({}, 99)],
    ['jobs that are days apart', fleet({}, 120, (index) => `0 3 ${1 + (index % 28)} * *`)],
  ])('is silent on a tenant with %s', (_, documents) => {
    expect(ofTenant(documents)).toEqual([]);
  });
});

describe('herd', () => {
  const rule = 'herd';
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `benefits/job-${index}`);
  const jobs = (count: number, schedule: string | object = '30 1 * * *') =>
    ids(count).map((id) => job(schedule, {}, id));
  const herds = (...documents: DeclaredDocument[]) =>
    findings(tenant, policy(), ...documents).filter(({ code }) => code === rule);

  test('tells how many, where and how often, once for all of them', () => {
    const [found, ...others] = herds(...jobs(23));
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      subject: 'benefits/*',
      message:
        '23 jobs (`benefits/job-0`, `benefits/job-1`, `benefits/job-10` and 20 more) are due in one minute, 2026-11-30 01:30 Europe/London; 20 or more of them meet 400 times in the coming 400 days',
    });
  });

  test('suggests a spread that keeps its word', () => {
    const [, minutes = '', most = ''] = /^`spread: (\d+)m` on them gives at most (\d+) a minute$/.exec(
      herds(...jobs(60))[0]?.help ?? '',
    )!;
    const within = Number(minutes) * 60;
    const counts = new Map<number, number>();
    for (const id of ids(60)) {
      const index = Math.floor(spreadOffset(id, within) / 60);
      counts.set(index, (counts.get(index) ?? 0) + 1);
    }
    expect(Math.max(...counts.values())).toBe(Number(most));
    expect(Number(most)).toBeLessThanOrEqual(6);
    const spread = { cron: '30 1 * * *', zone: 'Europe/London', spread: `${minutes}m` };
    expect(herds(...jobs(60, spread))).toEqual([]);
  });

  test('suggests none that reaches to the next fire', () => {
    const help = herds(...jobs(15), ...ids(15).map((id) => job('0,5,10,30 1 * * *', {}, `${id}-often`)))[0]
      ?.help;
    expect(help).toMatch(
      /^`spread: \w+` on (?:15 of them \(the others fire too often for it\)|them) gives at most \d+ a minute$/,
    );
    expect(herds(...jobs(40, '*/5 * * * *'))[0]?.help).toContain('`spread: 5m` on them');
  });

  test('tells several herds, the fullest first, and what belongs to several tenants as such', () => {
    const taxes = declare('Tenant', 'taxes', { owners: ['group:taxes@example.gov'] });
    const others = ids(30).map((id) => job('0 5 * * *', {}, id.replace('benefits', 'taxes')));
    const found = herds(
      taxes,
      policy({}, 'taxes/nightly'),
      ...others,
      ...jobs(25),
      ...ids(25).map((id) => job('0 5 * * *', {}, `${id}-too`)),
    );
    expect(found.map(({ subject, message }) => `${subject} ${message.slice(0, 7)}`)).toEqual([
      '*/* 55 jobs',
      'benefits/* 25 jobs',
    ]);
  });

  test.each([
    ['too few jobs', jobs(19)],
    ['one coincidence', jobs(30, { at: ['2027-03-01T00:00:00Z'] })],
    ['what fires every minute anyway', jobs(40, '* * * * *')],
    ['jobs that are spread', jobs(40, { cron: '30 1 * * *', zone: 'Europe/London', spread: '2h' })],
    [
      'a fleet in which every minute is as full',
      ids(600).map((id, index) => job(`${index % 15}-59/15 * * * *`, {}, id)),
    ],
  ])('is silent on %s', (_, documents) => {
    expect(herds(...documents)).toEqual([]);
  });
});
