import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../compiler/read/index.ts';
import { compileConfig } from '../../../compiler/rules/index.ts';
import { zoneTable } from '../../../compiler/time/index.ts';
import { declare } from '../../support/declare.ts';
import { job, policy } from '../manifest/compile.ts';
import { planFindings, saidOf } from './plan-findings.ts';

const daily = job('30 1 * * *');
const hourly = (minute: number, spec: object = {}, id?: string) =>
  job({ cron: `${minute} * * * *`, zone: 'UTC' }, spec, id);
const end = '2027-05-30T09:00:00Z';

describe('fires-removed', () => {
  const rule = 'fires-removed';

  test.each([
    [
      'a job is gone',
      { before: [daily], after: [] },
      `benefits/statement-run: all 182 fires up to ${end} will not happen any more, the first Mon 2026-11-30 01:30 +00:00; the job is removed`,
    ],
    [
      'a schedule has fewer days, and other ones',
      { before: [job('30 1 * * 1-5')], after: [job('30 1 * * 5,6')] },
      `benefits/statement-run: 104 of 130 fires up to ${end} will not happen any more, the first Mon 2026-11-30 01:30 +00:00; \`schedule.cron\` "30 1 * * 1-5" -> "30 1 * * 5,6"; 26 others will`,
    ],
    [
      'a job is paused',
      {
        before: [daily],
        after: [
          job('30 1 * * *', {
            paused: {
              from: '2026-12-24T00:00:00Z',
              until: '2026-12-27T00:00:00Z',
              reason: 'the mainframe moves',
              fires: 'skip',
            },
          }),
        ],
      },
      `benefits/statement-run: 3 of 182 fires up to ${end} will not happen any more, the first Thu 2026-12-24 01:30 +00:00; `,
    ],
  ])('is said where %s', (_, change, said) => {
    const [found, ...others] = saidOf(rule, change);
    expect(others).toEqual([]);
    expect(found?.startsWith(said), found).toBe(true);
  });

  test('is said of the one night on which a gap is skipped', () => {
    const skipping = policy({ dst: { gap: 'skip', fold: 'first' } });
    const [found] = saidOf(rule, { before: [daily], after: [daily, skipping] });
    expect(found).toMatch(/: 1 of 182 fires .* 2027-03-28 .*; `policy\.dst\.gap` shift -> skip$/);
  });

  test('asks for renamedFrom where an equal job comes as this one goes', () => {
    const renamed = { before: [daily], after: [job('30 1 * * *', {}, 'benefits/statements')] };
    const [found] = planFindings(renamed).filter(({ code }) => code === rule);
    expect(found?.help).toBe('if it is now called `statements`, say so there: `renamedFrom: statement-run`');
  });

  test.each([
    ['fires that move', { before: [daily], after: [job('0 2 * * *')] }],
    [
      'a new name that is declared',
      { before: [daily], after: [job('30 1 * * *', { renamedFrom: 'statement-run' }, 'benefits/b')] },
    ],
    ['more fires', { before: [daily], after: [job('30 1,13 * * *')] }],
    ['another policy', { before: [daily], after: [daily, policy({ horizon: '1h' })] }],
  ])('is silent on %s', (_, change) => {
    expect(saidOf(rule, change)).toEqual([]);
  });
});

describe('horizon-shortened', () => {
  const rule = 'horizon-shortened';
  const change = (was: string, is: string, schedule: string | object = '30 1 * * *') => ({
    before: [job(schedule), policy({ horizon: was })],
    after: [job(schedule), policy({ horizon: is })],
  });

  test.each([
    ['6h', '1h', 'horizon 6h -> 1h: 182 fires will expire 1h after due, 5h sooner; it matters only if '],
    ['unlimited', '1h', 'horizon unlimited -> 1h: 182 fires will expire 1h after due; it matters only if '],
  ])('%s -> %s', (was, is, said) => {
    const [found] = saidOf(rule, change(was, is));
    expect(found?.startsWith(`benefits/statement-run: ${said}`), found).toBe(true);
  });

  test('shows the smallest night on which it matters', () => {
    const [found] = planFindings(change('6h', '1h')).filter(({ code }) => code === rule);
    expect(found?.help).toMatch(
      /^think of an outage Mon 2026-11-30 01:30 to 02:30:01: due .* after: expired\.outage/,
    );
  });

  test.each([
    ['a longer one', change('1h', '6h')],
    ['none any more', change('1h', 'unlimited')],
    ['a job that fires by hand', change('6h', '1h', { manual: true })],
    ['a new job', { before: [], after: [daily, policy({ horizon: '1h' })] }],
  ])('is silent on %s', (_, change) => {
    expect(saidOf(rule, change)).toEqual([]);
  });
});

describe('changes-soon', () => {
  const rule = 'changes-soon';

  test.each([
    [
      'of fires that move',
      { before: [hourly(0)], after: [hourly(30)] },
      // The fire at the very instant of the apply, 09:00, is still the old schedule's.
      '4 fires change within 4h of the apply, the first in 30m: ',
    ],
    [
      'of fires with another outcome',
      { before: [hourly(0)], after: [hourly(0), policy({ horizon: '1h' })] },
      '4 fires change within 4h of the apply, the first in 1h: horizon 6h -> 1h: each expires 5h earlier',
    ],
    [
      'of a job that is gone',
      { before: [job({ cron: '15 11 * * *', zone: 'UTC' })], after: [] },
      '1 fire changes within 4h of the apply, in 2h15m: Sun 2026-11-29 11:15 +00:00',
    ],
    [
      'at the end of that time',
      { before: [job({ cron: '0 13 * * *', zone: 'UTC' })], after: [] },
      '1 fire changes within 4h of the apply, in 4h: Sun 2026-11-29 13:00 +00:00',
    ],
  ])('tells %s', (_, change, said) => {
    const [found] = saidOf(rule, change);
    expect(found?.startsWith(`benefits/statement-run: ${said}`), found).toBe(true);
  });

  test('looks as far as is configured', () => {
    const change = { before: [daily], after: [job('0 2 * * *')] };
    const config = { options: { 'changes-soon': { within: 20 * 3600 } } };
    expect(saidOf(rule, change)).toEqual([]);
    expect(saidOf(rule, { ...change, config })).toEqual([
      'benefits/statement-run: 1 fire changes within 20h of the apply, in 16h30m: Mon 2026-11-30 01:30 +00:00 -> 02:00 +00:00',
    ]);
  });

  test.each([
    ['new jobs', { before: [], after: [hourly(30)] }],
    ['what stays as it is', { before: [hourly(0)], after: [hourly(0, { labels: { team: 'a' } })] }],
    ['what changes later', { before: [job({ cron: '1 13 * * *', zone: 'UTC' })], after: [] }],
  ])('is silent on %s', (_, change) => {
    expect(saidOf(rule, change)).toEqual([]);
  });
});

describe('mass-change', () => {
  const rule = 'mass-change';
  const fleet = (count: number, cron: string, tenantName = 'benefits', from = 0) =>
    Array.from({ length: count }, (_, index) =>
      job({ cron, zone: 'UTC' }, {}, `${tenantName}/job-${from + index}`),
    );
  const config = { options: { 'mass-change': { share: 0.5, floor: 4 } } };
  const half = {
    before: fleet(8, '0 1 * * *'),
    after: [...fleet(4, '0 2 * * *'), ...fleet(4, '0 1 * * *', 'benefits', 4)],
  };

  test('stops at the share, with jobs and fires counted', () => {
    const [found] = planFindings({ ...half, config }).filter(({ code }) => code === rule);
    expect(found).toMatchObject({
      severity: 'stop',
      subject: 'benefits/*',
      message: `4 of 8 jobs (50 %) change, and with them 728 of 1,456 fires (50 %) up to ${end}`,
    });
  });

  test('stops at a share of the fires, be the jobs few among many', () => {
    const busy = (cron: string) => [...fleet(4, cron), ...fleet(30, '0 1 1 * *', 'benefits', 4)];
    const change = { before: busy('0 * * * *'), after: busy('30 * * * *') };
    expect(saidOf(rule, { ...change, config })[0]).toContain(
      '4 of 34 jobs (12 %) change, and with them 17,468 of 17,648 fires (99 %)',
    );
  });

  test.each([
    ['below the share', { ...half, config: { options: { 'mass-change': { share: 0.51, floor: 4 } } } }],
    ['below the floor', { ...half, config: { options: { 'mass-change': { share: 0.5, floor: 5 } } } }],
    ['by itself, of a few jobs', half],
    ['on new jobs', { before: fleet(1, '0 1 * * *'), after: fleet(90, '0 1 * * *'), config }],
    ['where no fire is another', { before: fleet(8, '0 1 * * *'), after: fleet(8, '00 01 * * *'), config }],
  ])('is silent %s', (_, change) => {
    expect(saidOf(rule, change)).toEqual([]);
  });

  test('judges all tenants together where none is over by itself', () => {
    const tenants = ['benefits', 'taxes', 'pensions'];
    const side = (cron: string) =>
      tenants.flatMap((name) => [
        declare('Tenant', name, { owners: ['group:a@example.gov'] }),
        policy({}, `${name}/nightly`),
        ...fleet(3, cron, name),
      ]);
    expect(saidOf(rule, { before: side('0 1 * * *'), after: side('0 2 * * *'), config })).toEqual([
      `*/*: 9 of 9 jobs (100 %) change, and with them 1,638 of 1,638 fires (100 %) up to ${end}`,
    ]);
  });

  test('is waived for a tenant by its name, and for all by a star', () => {
    const waived = (scope: string) => {
      const waiver = { rule, scope: [scope], reason: 'a move', expires: 2_000_000_000 };
      const span = { file: 'c', line: 1, column: 1, endLine: 1, endColumn: 1 };
      const found = planFindings({ ...half, config: { ...config, waivers: [{ ...waiver, span }] } });
      return found.map(({ code }) => code);
    };
    expect(waived('benefits/*')).toEqual(['waived']);
    expect(waived('*/*')).toEqual(['waived']);
    expect(waived('benefits/job-*')).toEqual(['mass-change', 'waiver-unused']);
    expect(waived('taxes/*')).toEqual(['mass-change']);
  });
});

describe('tzdata-drift', () => {
  const rule = 'tzdata-drift';
  const change = (tables: (zone: string) => ReturnType<typeof zoneTable>) => ({
    before: [daily, hourly(0, {}, 'benefits/hourly')],
    after: [daily, hourly(0, {}, 'benefits/hourly')],
    tables,
  });

  test('tells from when on the clocks differ, and what moves', () => {
    const noSummerTime = (zone: string) => {
      const table = zoneTable(zone);
      const count = table.transitions.filter((at) => at < 1_795_942_800).length;
      return {
        ...table,
        transitions: table.transitions.slice(0, count),
        offsets: table.offsets.slice(0, count + 1),
      };
    };
    expect(saidOf(rule, change(noSummerTime))).toEqual([
      `benefits/*: the clocks of \`Europe/London\` differ from those in force from 2027-03-28T01:00:00Z on (tzdata 2020a -> 2025c): 63 fires up to ${end} move, of 1 job (statement-run)`.replace(
        '2025c',
        process.versions.tz!,
      ),
    ]);
  });

  test('is silent on tables of which one only ends earlier', () => {
    const shorter = (zone: string) => {
      const table = zoneTable(zone);
      const until = table.until - 366 * 86_400;
      const count = table.transitions.filter((at) => at < until).length;
      return {
        ...table,
        until,
        transitions: table.transitions.slice(0, count),
        offsets: table.offsets.slice(0, count + 1),
      };
    };
    expect(saidOf(rule, change(shorter))).toEqual([]);
  });
});

describe('Rules on a plan under a configuration', () => {
  const removed = {
    before: [daily, hourly(0, {}, 'benefits/hourly')],
    after: [hourly(0, {}, 'benefits/hourly')],
  };
  const judge = (text: string, change = removed) => {
    const { document } = readYaml('almanac.config.yaml', new TextEncoder().encode(text));
    const { config, diagnostics } = compileConfig(document!);
    expect(diagnostics).toEqual([]);
    return planFindings({ ...change, config }).map(({ code, severity }) => `${severity} ${code}`);
  };
  const waiver = (scope: string) =>
    `waivers: [{ rule: fires-removed, scope: "${scope}", reason: moved, expires: 2027-01-01 }]`;

  test('have their own severity or the configured one, and are off where they are', () => {
    expect(judge('{}')).toEqual(['warning fires-removed']);
    expect(judge('rules: { fires-removed: error }')).toEqual(['error fires-removed']);
    expect(judge('rules: { fires-removed: { severity: stop } }')).toEqual(['stop fires-removed']);
    expect(judge('rules: { fires-removed: off }')).toEqual([]);
  });

  test('are waived, and the waiver is told to be unused only where something of its scope changes', () => {
    expect(judge(waiver('benefits/*'))).toEqual(['info waived']);
    expect(judge(waiver('benefits/hourly'))).toEqual(['warning fires-removed']);
    expect(judge(waiver('benefits/*'), { before: removed.after, after: removed.after })).toEqual([]);
    const moved = { before: [daily], after: [job('0 2 * * *')] };
    expect(judge(waiver('benefits/*'), moved)).toEqual(['warning waiver-unused']);
  });
});
