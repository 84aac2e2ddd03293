import { describe, expect, test } from 'vitest';
import type { FinishReport, Letter } from '../../../runtime/ledger/index.ts';
import { dusk } from './any-night.ts';
import { makeManifest } from './make-manifest.ts';
import { createStage, type Stage } from './stage.ts';

const first = dusk + 60;
const run = 'report@2027-01-15T08:01:00Z';
const of = { tenant: 'acme', run, at: first + 2, outcome: 'failed' } as const;
/** What its machine says of a command, and what the command says of itself by `almanac exec`. */
const exit = (attempt: number, more: { final?: true } = {}): Letter => ({
  ...of,
  ...more,
  kind: 'ended',
  attempt,
  report: { status: 1, message: 'exit 1' },
});
const word = (attempt: number, more: { final?: true } = {}): Letter => ({
  ...of,
  ...more,
  kind: 'finished',
  attempt,
  report: { outputs: { letters: { count: 3 } }, status: 1 },
});

/** A job of three attempts whose target tells nothing by itself, one second after its first fire. */
function sent(): Stage {
  const stage = createStage({ start: dusk, answers: () => undefined });
  const retry = { attempts: 3, minBackoff: 10, maxBackoff: 600 };
  stage.apply('acme', makeManifest('acme', { jobs: { report: { policy: { retry } } } }));
  stage.run(first + 1);
  return stage;
}

const rowOf = ({ rows }: Stage) => rows.get(`acme/report@${first}#`)!;
const runOf = (stage: Stage) => rowOf(stage).body.run!;

describe('a failure that is told twice, by the exit and by the job', () => {
  const orders = [
    ['the exit first', exit, word],
    ['the job first', word, exit],
  ] as const;
  test.each(orders)('is one failure of one attempt, and the next follows: %s', (_, one, other) => {
    const stage = sent();
    stage.post(one(1));
    stage.tick(first + 2);
    const planned = runOf(stage).attempt;
    expect(planned).toMatchObject({ number: 1, state: 'failed' });
    stage.post(other(1));
    stage.tick(first + 3);
    expect([rowOf(stage).state, runOf(stage).attempt]).toEqual(['going', planned]);
    const known: FinishReport = { outputs: { letters: { count: 3 } }, status: 1, message: 'exit 1' };
    expect(runOf(stage).report).toEqual(known);
    stage.run(planned.state === 'failed' ? planned.retryAt : first);
    expect(runOf(stage).attempt).toMatchObject({ number: 2, state: 'sent' });
  });

  test.each(orders)('is one failure also in one entry: %s', (_, one, other) => {
    const stage = sent();
    stage.post(one(1));
    stage.post(other(1));
    stage.tick(first + 2);
    expect([rowOf(stage).state, runOf(stage).attempt.state]).toEqual(['going', 'failed']);
  });

  test.each(orders)('ends the run where the second word is that it is final: %s', (_, one, other) => {
    const stage = sent();
    stage.post(one(1));
    stage.tick(first + 2);
    stage.post(other(1, { final: true }));
    stage.tick(first + 3);
    expect([rowOf(stage).state, runOf(stage).outcome]).toEqual(['over', 'failed']);
  });
});

test('a job that says that its failure is final is not tried again', () => {
  const stage = sent();
  stage.post(word(1, { final: true }));
  stage.tick(first + 2);
  expect([rowOf(stage).state, runOf(stage).outcome, runOf(stage).attempts.length]).toEqual([
    'over',
    'failed',
    1,
  ]);
});

test('an attempt that the job said has failed is not undelivered: the next follows as planned', () => {
  const stage = sent();
  stage.post(word(1));
  stage.tick(first + 2);
  const planned = runOf(stage);
  const late = { message: 'it was not sent before its deadline' };
  stage.post({ ...exit(1, { final: true }), outcome: 'undelivered', report: late } as Letter);
  stage.tick(first + 3);
  expect([rowOf(stage).state, runOf(stage)]).toEqual(['going', planned]);
});
