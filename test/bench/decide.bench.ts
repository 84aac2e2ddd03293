import {
  advance,
  type Caps,
  decide,
  type JobRules,
  type OpenFire,
  type TenantState,
} from '../../compiler/decide/index.ts';
import {
  type SimulatedJob,
  simulatedJob,
  simulateStretches,
  type Timeline,
} from '../../compiler/simulate/index.ts';
import { compileSchedule, zoneTable } from '../../compiler/time/index.ts';
import type { JobMeaning, OverlapAnswer, ScheduleMeaning } from '../../schema/manifest.ts';
import { describeMachine } from './describe-machine.ts';
import { median } from './median.ts';
import { printTable } from './print-table.ts';

// How fast fires are decided, one a call and many a call, and what a simulated year of a thousand jobs costs. No peer
// decides anything, so there is nobody to compare with. Time is of the processor, not of the clock: the machine may be busy.

const rounds = 5;
const minute = Date.UTC(2027, 2, 1, 2) / 1000;
const policy = (overlap: OverlapAnswer) =>
  ({
    lateAfter: 600,
    horizon: 6 * 3600,
    overlap,
    catchUp: 'latest',
    dst: { gap: 'shift', fold: 'first' },
  }) as const;
const rules: JobRules = { policy: policy('skip'), endsKnown: true };
const free: Caps = { scheduled: {}, backfill: {}, groups: {} };

console.log(describeMachine());
console.log();
printTable(
  ['deciding', 'a call', 'fires/s'],
  [
    each('one fire due, decided and carried out', due(1), free, 100_000),
    each('10,000 fires due on one minute', due(10_000), free, 10),
    each('10,000 fires due, a lane for 100', due(10_000), { ...free, scheduled: { maxConcurrent: 100 } }, 10),
    each('10,000 fires missed, 20 a job, latest', missed(500, 20), free, 10),
  ],
);

const year = { from: Date.UTC(2027, 0, 1) / 1000, until: Date.UTC(2028, 0, 1) / 1000 };
const hours = 3600;
const outages = Array.from({ length: 10 }, (_, index) => {
  const from = year.from + (index + 1) * 31 * 24 * hours + index * 1234;
  return {
    from,
    until: from + (index + 1) * hours,
    of: index % 2 === 0 ? ('platform' as const) : ('target' as const),
  };
});
const table = zoneTable('Europe/London');
const answers: readonly OverlapAnswer[] = ['skip', 'allow', 'replace', { queue: { max: 1 } }];

console.log();
printTable(
  [
    'a year of 1,000 jobs every five minutes, ten outages',
    'processor',
    'fires',
    'calls of decide',
    'parts',
    'stretches',
  ],
  [
    simulated('all alike', alike(job('*/5 * * * *', 'skip', 120))),
    simulated('all different', (index) =>
      job(`${index % 5}-59/5 * * * *`, answers[index % 4]!, 60 + (index % 240)),
    ),
    simulated('all different, each takes over five minutes', (index) =>
      job(`${index % 5}-59/5 * * * *`, answers[index % 4]!, 330 + (index % 60)),
    ),
  ],
);

function each(name: string, fires: readonly OpenFire[], caps: Caps, times: number): string[] {
  const jobs = Object.fromEntries(fires.map((fire) => [fire.job, rules]));
  const state: TenantState = {
    jobs,
    fires,
    backfills: [],
    runs: [],
    caps,
    holds: [],
    minute: { start: 0, scheduled: 0, backfill: 0 },
  };
  const call = () => advance(state, decide(state, minute), minute);
  const repeated = () => {
    for (let time = 0; time < times; time++) call();
  };
  repeated();
  const took = Array.from({ length: rounds }, () => processor(repeated) / times);
  const each = median(took);
  return [name, span(each), Math.round((fires.length / each) * 1000).toLocaleString('en')];
}

function due(count: number): readonly OpenFire[] {
  return Array.from({ length: count }, (_, index) => ({
    job: `job-${String(index).padStart(5, '0')}`,
    scheduled: minute,
    due: minute,
    window: { from: minute - 300, to: minute },
  }));
}

function missed(jobs: number, each: number): readonly OpenFire[] {
  return due(jobs).flatMap(({ job }) =>
    Array.from({ length: each }, (_, index) => {
      const scheduled = minute - (each - index) * 900;
      return { job, scheduled, due: scheduled, window: { from: scheduled - 900, to: scheduled } };
    }),
  );
}

function job(expression: string, overlap: OverlapAnswer, lasts: number): SimulatedJob {
  const schedule: ScheduleMeaning = {
    timing: { kind: 'cron', expressions: [expression], zone: 'Europe/London', gap: 'shift', fold: 'first' },
  };
  const meaning = { policy: policy(overlap), schedule, target: { cloudRunJob: {} } } as unknown as JobMeaning;
  return simulatedJob(meaning, compileSchedule(schedule, { table, calendars: {} }), lasts);
}

function alike(one: SimulatedJob): () => SimulatedJob {
  return () => one;
}

function simulated(name: string, jobOf: (index: number) => SimulatedJob): string[] {
  const jobs = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`job-${index}`, jobOf(index)]));
  const timeline: Timeline = { ...year, jobs, caps: free, outages };
  let stretches = 0;
  let cost = { fires: 0, calls: 0, parts: 0 };
  const took = processor(() => {
    cost = simulateStretches(timeline, () => stretches++);
  });
  return [
    name,
    span(took),
    ...[cost.fires, cost.calls, cost.parts, stretches].map((count) => count.toLocaleString('en')),
  ];
}

/** Milliseconds of the processor, all threads. */
function processor(work: () => unknown): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

function span(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return ms >= 1 ? `${ms.toFixed(1)} ms` : `${(ms * 1000).toFixed(2)} µs`;
}
