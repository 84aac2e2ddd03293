import { describe, expect, test } from 'vitest';
import type { FinishReport, Letter } from '../../../runtime/ledger/index.ts';
import { dusk } from './any-night.ts';
import { makeManifest, type PlainTenant } from './make-manifest.ts';
import { type Answers, createStage, type Stage } from './stage.ts';

const minute = 60;
const run = 'report@2027-01-15T08:01:00Z';
const first = dusk + minute;

/** The target tells the end after five seconds. */
const endsSoon: Answers = ({ tenant, run: { id }, attempt }) => ({
  after: 5,
  letter: (at) => ({ kind: 'ended', tenant, run: id, attempt, at, outcome: 'succeeded' }),
});

function stageWith(answers: Answers = endsSoon, tenant: PlainTenant = { jobs: { report: {} } }): Stage {
  const stage = createStage({ start: dusk, answers });
  stage.apply('acme', makeManifest('acme', tenant));
  stage.tick(dusk);
  return stage;
}

function finished(
  count: number,
  outcome: 'succeeded' | 'failed' = 'succeeded',
  more: FinishReport = {},
): Letter {
  return {
    kind: 'finished',
    tenant: 'acme',
    run,
    at: first + 9,
    outcome,
    report: { outputs: { n: { count } }, ...more },
  };
}

const rowOf = ({ rows }: Stage) => rows.get(`acme/report@${first}#`)!;
const lateOf = (stage: Stage) =>
  rowOf(stage).body.run?.late?.map(({ outcome, report }) => [outcome, report?.outputs?.['n']?.count]);
const countsOf = (stage: Stage) => stage.entries.at(-1)!.entry.body.counts;

describe('a finish report that comes after the end of its run', () => {
  test('is noted with the run, whose outcome stays', () => {
    const stage = stageWith();
    stage.run(first + 10);
    stage.post(finished(7, 'failed'));
    stage.tick(first + 11);
    expect(rowOf(stage)).toMatchObject({
      state: 'over',
      hole: false,
      body: { run: { outcome: 'succeeded' } },
    });
    expect(rowOf(stage).body.run?.report).toBeUndefined();
    expect(lateOf(stage)).toEqual([['failed', 7]]);
    expect(countsOf(stage)).toEqual({ late: 1 });
  });

  test('is noted beside others, of the same entry and of later ones', () => {
    const stage = stageWith();
    stage.run(first + 10);
    stage.post(finished(1));
    stage.post(finished(2));
    stage.tick(first + 11);
    stage.post(finished(3));
    stage.tick(first + 12);
    expect(lateOf(stage)).toEqual([
      ['succeeded', 1],
      ['succeeded', 2],
      ['succeeded', 3],
    ]);
  });

  test('is noted where the end is in the same entry, before it', () => {
    const stage = stageWith(() => undefined);
    stage.run(first + 1);
    stage.post({ kind: 'ended', tenant: 'acme', run, attempt: 1, at: first + 2, outcome: 'succeeded' });
    stage.post(finished(4));
    stage.tick(first + 3);
    expect(stage.entries.at(-1)?.draft.fires).toMatchObject([{ was: 'going', row: { state: 'over' } }]);
    expect(lateOf(stage)).toEqual([['succeeded', 4]]);
  });

  test('is noted once, however often it comes, and by whatever clock', () => {
    const stage = stageWith();
    stage.run(first + 10);
    stage.post(finished(5));
    stage.post({ ...finished(5), at: first + 20 } as Letter);
    stage.tick(first + 21);
    stage.post(finished(5));
    stage.tick(first + 22);
    expect(lateOf(stage)).toEqual([['succeeded', 5]]);
    expect(countsOf(stage)).toEqual({ late: 1 });
  });

  test('is not noted where the end was its own word, or where it says no more than that it ended so', () => {
    const stage = stageWith(() => undefined);
    stage.run(first + 1);
    stage.post(finished(6));
    stage.post(finished(6));
    stage.post({ kind: 'finished', tenant: 'acme', run, at: first + 2, outcome: 'succeeded' });
    stage.tick(first + 3);
    expect(rowOf(stage).body.run).toMatchObject({
      outcome: 'succeeded',
      report: { outputs: { n: { count: 6 } } },
    });
    expect(lateOf(stage)).toBeUndefined();
    expect(countsOf(stage)['late']).toBe(2);
  });

  test('is noted eight times at most, and as long as all of them fit a row', () => {
    const many = stageWith();
    many.run(first + 10);
    for (let count = 0; count < 20; count++) many.post(finished(count));
    many.tick(first + 11);
    expect(lateOf(many)?.length).toBe(8);
    const long = stageWith();
    long.run(first + 10);
    for (let count = 0; count < 4; count++)
      long.post(finished(count, 'succeeded', { tail: 'x'.repeat(500_000) }));
    long.post(finished(9));
    long.tick(first + 11);
    expect(lateOf(long)?.map(([, count]) => count)).toEqual([0, 1, 9]);
  });

  test('is counted and dropped below the floor, whether its row is swept yet or not', () => {
    const stage = stageWith();
    stage.run(first + 10);
    stage.moveFloors({ acme: first + 1 });
    stage.tick(first + 11);
    stage.post(finished(7));
    stage.tick(first + 12);
    expect(lateOf(stage)).toBeUndefined();
    expect(countsOf(stage)).toEqual({ late: 1 });
  });

  test('is noted under the name of its time, where the job has another now', () => {
    const stage = stageWith();
    stage.run(first + 10);
    stage.apply('acme', makeManifest('acme', { jobs: { summary: { renamedFrom: 'report' } } }));
    stage.tick(first + 11);
    stage.post(finished(8));
    stage.tick(first + 12);
    expect(lateOf(stage)).toEqual([['succeeded', 8]]);
  });

  test('takes no place of a fire: as many are decided in its entry as without it', () => {
    const jobs = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`job-${index}`, {}]));
    const decided = [0, 4].map((lateCount) => {
      const stage = createStage({ start: dusk, answers: endsSoon, rowsMost: 8 });
      stage.apply('acme', makeManifest('acme', { jobs }));
      stage.tick(dusk);
      stage.run(first + 10);
      for (let index = 0; index < lateCount; index++)
        stage.post({ ...finished(index), run: `job-${index}@2027-01-15T08:01:00Z` } as Letter);
      stage.tick(first + minute, 1);
      return stage.entries.at(-1)!.entry.body.counts['dispatched'];
    });
    expect(decided[1]).toBe(decided[0]);
  });
});
