import { describe, expect, test } from 'vitest';
import {
  type FateStretch,
  type SimulatedFire,
  type SimulatedJob,
  simulate,
  simulatedJob,
  simulateStretches,
  type Timeline,
} from '../../../compiler/simulate/index.ts';
import { compileSchedule, zoneTable } from '../../../compiler/time/index.ts';
import type { JobMeaning, PolicyMeaning, ScheduleMeaning } from '../../../schema/manifest.ts';

const free = { scheduled: {}, backfill: {}, groups: {} };

const nightly: PolicyMeaning = {
  lateAfter: 600,
  horizon: 6 * 3600,
  overlap: 'skip',
  catchUp: 'latest',
  dst: { gap: 'shift', fold: 'first' },
};

/** A job by its expression, in London. */
function job(
  expression: string,
  policy: Partial<PolicyMeaning> = {},
  {
    lasts,
    spread,
    ...rest
  }: { lasts?: SimulatedJob['duration']; spread?: number } & Partial<JobMeaning> = {},
): SimulatedJob {
  const schedule: ScheduleMeaning = {
    timing: { kind: 'cron', expressions: [expression], zone: 'Europe/London', gap: 'shift', fold: 'first' },
    ...(spread !== undefined && { spread: { within: 60, offset: spread } }),
  };
  const meaning = { policy: { ...nightly, ...policy }, schedule, target: { cloudRunJob: {} }, ...rest };
  const { spread: _, ...plain } = schedule;
  const table = zoneTable('Europe/London');
  return simulatedJob(
    meaning as unknown as JobMeaning,
    compileSchedule(plain, { table, calendars: {} }),
    lasts,
  );
}

function at(text: string): number {
  return Date.parse(`${text}Z`) / 1000;
}

function timeline(from: string, until: string, rest: Partial<Timeline> & Pick<Timeline, 'jobs'>): Timeline {
  return { from: at(from), until: at(until), caps: free, outages: [], ...rest };
}

/** `02:00 dispatched 02:00-02:01`, one line a fire. */
function told(fires: readonly SimulatedFire[]): string[] {
  const clock = (instant: number) => {
    const text = new Date(instant * 1000).toISOString().slice(11, 19);
    return text.endsWith(':00') ? text.slice(0, 5) : text;
  };
  return fires.map(({ job: name, scheduled, fate }) => {
    const head = `${name} ${clock(scheduled)}`;
    switch (fate.kind) {
      case 'dispatched':
        return `${head} dispatched ${clock(fate.at)}${fate.ended ? `, ${fate.ended.outcome} ${clock(fate.ended.at)}` : ''}`;
      case 'ended':
        return `${head} ${fate.cause} ${clock(fate.at)}`;
      case 'waiting':
        return `${head} ${fate.cause}`;
      default:
        return `${head} undecided`;
    }
  });
}

describe('A simulated night', () => {
  test('tells of the plan that the design sketches: an outage one second longer than the horizon', () => {
    const night = (horizon: number, until: string) =>
      told(
        simulate(
          timeline('2026-12-01T01:00:00', '2026-12-01T09:00:00', {
            jobs: { 'statement-run': job('0 2 * * *', { horizon }, { lasts: 1500 }) },
            outages: [{ from: at('2026-12-01T02:00:00'), until: at(`2026-12-01T${until}`), of: 'platform' }],
          }),
        ),
      );
    expect(night(6 * 3600, '03:00:01')).toEqual([
      'statement-run 02:00 dispatched 03:00:01, succeeded 03:25:01',
    ]);
    expect(night(3600, '03:00:01')).toEqual(['statement-run 02:00 expired.outage 03:00:01']);
    expect(night(3600, '03:00:00')).toEqual(['statement-run 02:00 dispatched 03:00, succeeded 03:25']);
  });

  test('lets a five-minute job that takes six skip every second fire', () => {
    const fires = simulate(
      timeline('2026-12-01T02:00:00', '2026-12-01T02:30:00', {
        jobs: { sync: job('*/5 * * * *', {}, { lasts: 360 }) },
      }),
    );
    expect(told(fires)).toEqual([
      'sync 02:00 dispatched 02:00, succeeded 02:06',
      'sync 02:05 overlap 02:05',
      'sync 02:10 dispatched 02:10, succeeded 02:16',
      'sync 02:15 overlap 02:15',
      'sync 02:20 dispatched 02:20, succeeded 02:26',
      'sync 02:25 overlap 02:25',
    ]);
  });

  test('has waiting fires while the target is down, a lane or group is full, or a job is held', () => {
    const stretch = { from: at('2026-12-01T02:00:00'), until: at('2026-12-01T02:20:00') };
    const jobs = {
      plain: job('0 2 * * *', {}, { lasts: 60 }),
      grouped: job('0 2 * * *', {}, { lasts: 60, group: 'mainframe' }),
    };
    const night = (rest: Partial<Timeline>) =>
      told(simulate(timeline('2026-12-01T02:00:00', '2026-12-01T02:30:00', { jobs, ...rest })));
    const late = 'dispatched 02:20, succeeded 02:21';
    const onTime = 'dispatched 02:00, succeeded 02:01';
    expect(night({ outages: [{ ...stretch, of: 'target' }] })).toEqual([
      `grouped 02:00 ${late}`,
      `plain 02:00 ${late}`,
    ]);
    expect(night({ fullLanes: [stretch] })).toEqual([`grouped 02:00 ${late}`, `plain 02:00 ${late}`]);
    expect(night({ fullLanes: [{ ...stretch, group: 'mainframe' }] })).toEqual([
      `grouped 02:00 ${late}`,
      `plain 02:00 ${onTime}`,
    ]);
    expect(night({ holds: [{ ...stretch, job: 'plain', reason: 'restart' }] })).toEqual([
      `grouped 02:00 ${onTime}`,
      `plain 02:00 ${late}`,
    ]);
  });

  test('keeps caps over jobs that share them', () => {
    const jobs = { a: job('0 2 * * *', {}, { lasts: 300 }), b: job('0 2 * * *', {}, { lasts: 300 }) };
    const caps = { ...free, scheduled: { maxConcurrent: 1 } };
    expect(told(simulate(timeline('2026-12-01T02:00:00', '2026-12-01T03:00:00', { jobs, caps })))).toEqual([
      'a 02:00 dispatched 02:00, succeeded 02:05',
      'b 02:00 dispatched 02:05, succeeded 02:10',
    ]);
  });

  test('ends a run at lostAfter, and one that is replaced when its target has cancelled it', () => {
    const lost = job(
      '*/30 2 * * *',
      { overlap: { queue: { max: 1 } }, report: { lostAfter: 2400 } },
      { lasts: 7200 },
    );
    const replaced = { ...job('*/30 2 * * *', { overlap: 'replace' }, { lasts: 7200 }), cancelTakes: 90 };
    expect(
      told(simulate(timeline('2026-12-01T02:00:00', '2026-12-01T03:30:00', { jobs: { lost, replaced } }))),
    ).toEqual([
      'lost 02:00 dispatched 02:00, lost 02:40',
      'replaced 02:00 dispatched 02:00, cancelled 02:31:30',
      'lost 02:30 dispatched 02:40, lost 03:20',
      'replaced 02:30 dispatched 02:31:30',
    ]);
  });

  test('gives the fires up to an apply to the old schedule and those after it to the new one', () => {
    const fires = simulate(
      timeline('2026-12-01T02:00:00', '2026-12-01T02:31:00', {
        jobs: {
          moved: job('*/10 * * * *', {}, { lasts: 60 }),
          gone: job('*/10 * * * *', {}, { lasts: 900 }),
        },
        applies: [
          { at: at('2026-12-01T02:10:00'), jobs: { moved: job('5-59/10 * * * *', {}, { lasts: 60 }) } },
        ],
      }),
    );
    expect(told(fires)).toEqual([
      'gone 02:00 dispatched 02:00, succeeded 02:15',
      'moved 02:00 dispatched 02:00, succeeded 02:01',
      'gone 02:10 revision-removed 02:10',
      'moved 02:10 dispatched 02:10, succeeded 02:11',
      'moved 02:15 dispatched 02:15, succeeded 02:16',
      'moved 02:25 dispatched 02:25, succeeded 02:26',
    ]);
    // The first of the new schedule covers the time since the last of the old one.
    const first = fires.find(
      ({ job: name, scheduled }) => name === 'moved' && scheduled === at('2026-12-01T02:15:00'),
    )!;
    expect(first.fate).toMatchObject({
      window: { from: at('2026-12-01T02:10:00'), to: at('2026-12-01T02:15:00') },
    });
  });

  test('opens what is scheduled at an apply and due after it, and keeps its due', () => {
    const jobs = { report: job('0 2 * * *', {}, { lasts: 60, spread: 33 }) };
    const applies = [
      { at: at('2026-12-01T02:00:10'), jobs: { report: job('30 2 * * *', {}, { lasts: 60 }) } },
    ];
    expect(told(simulate(timeline('2026-12-01T01:00:00', '2026-12-01T03:00:00', { jobs, applies })))).toEqual(
      [
        'report 02:00 dispatched 02:00:33, succeeded 02:01:33',
        'report 02:30 dispatched 02:30, succeeded 02:31',
      ],
    );
  });

  test('puts an apply that falls into an outage in force at its end', () => {
    const jobs = { report: job('0 2 * * *', {}, { lasts: 60 }) };
    const outages = [
      { from: at('2026-12-01T01:50:00'), until: at('2026-12-01T02:10:00'), of: 'platform' as const },
    ];
    const applies = [{ at: at('2026-12-01T01:55:00'), jobs: {} }];
    expect(
      told(simulate(timeline('2026-12-01T01:00:00', '2026-12-01T03:00:00', { jobs, outages, applies }))),
    ).toEqual(['report 02:00 revision-removed 02:10']);
  });

  test('decides nothing at its end: what is open then waits, what is due then is undecided', () => {
    const jobs = {
      slow: job('0,20 2 * * *', { overlap: { queue: { max: 1 } } }, { lasts: 7200 }),
      late: job('30 2 * * *', {}, { spread: 40 }),
    };
    expect(told(simulate(timeline('2026-12-01T02:00:00', '2026-12-01T02:30:30', { jobs })))).toEqual([
      'slow 02:00 dispatched 02:00',
      'slow 02:20 waiting.overlap',
      'late 02:30 undecided',
    ]);
  });

  test('goes through a gap and a fold with the fires of the schedule', () => {
    const jobs = { report: job('30 1 * * *', {}, { lasts: 60 }) };
    expect(told(simulate(timeline('2027-03-27T00:00:00', '2027-03-30T00:00:00', { jobs })))).toEqual([
      'report 01:30 dispatched 01:30, succeeded 01:31',
      'report 01:30 dispatched 01:30, succeeded 01:31',
      'report 00:30 dispatched 00:30, succeeded 00:31',
    ]);
  });
});

describe('A simulated year', () => {
  const year = { from: '2027-01-01T00:00:00', until: '2028-01-01T00:00:00' } as const;
  const outages = Array.from({ length: 10 }, (_, index) => ({
    from: at('2027-01-20T03:02:00') + index * 34 * 86_400,
    until: at('2027-01-20T03:02:00') + index * 34 * 86_400 + (index + 1) * 2400,
    of: index % 2 === 0 ? ('platform' as const) : ('target' as const),
  }));

  test('of a job every five minutes takes few decisions, and every fire has its fate', () => {
    const stretches: FateStretch[] = [];
    const jobs = { sync: job('*/5 * * * *', {}, { lasts: 120 }) };
    const { fires, calls } = simulateStretches(timeline(year.from, year.until, { jobs, outages }), (one) =>
      stretches.push(one),
    );
    expect(fires).toBe(105_120);
    expect(calls).toBeLessThan(1000);
    const counts = new Map<string, number>();
    for (const { fate, count } of stretches) counts.set(fate, (counts.get(fate) ?? 0) + count);
    expect(Object.fromEntries(counts)).toMatchInlineSnapshot(`
      {
        "collapsed": 190,
        "dispatched": 104690,
        "expired.target": 1,
        "overlap": 239,
      }
    `);
  });

  test('of a thousand jobs that are alike is one of them, told a thousand times', () => {
    const one = job('*/5 * * * *', {}, { lasts: 120 });
    const jobs = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`sync-${index}`, one]));
    let count = 0;
    const cost = simulateStretches(timeline(year.from, year.until, { jobs, outages }), (stretch) => {
      count += stretch.count;
    });
    expect(cost).toMatchObject({ fires: 105_120_000, parts: 1 });
    expect(count).toBe(105_120_000);
  });

  test('of jobs that share a lane which can run full takes few decisions too, where nights are alike', () => {
    const jobs = Object.fromEntries(
      Array.from({ length: 8 }, (_, index) => [
        `report-${index}`,
        job('0 * * * *', {}, { lasts: 300 + index }),
      ]),
    );
    const caps = { ...free, scheduled: { maxConcurrent: 3, maxPerMinute: 2 } };
    const { fires, calls, parts } = simulateStretches(
      timeline(year.from, year.until, { jobs, caps }),
      () => {},
    );
    expect({ fires, parts }).toEqual({ fires: 8 * 8760, parts: 1 });
    expect(calls).toBeLessThan(5000);
  });
});
