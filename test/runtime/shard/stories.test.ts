import { describe, expect, test } from 'vitest';
import type { OverlapAnswer } from '../../../schema/manifest.ts';
import { dusk } from './any-night.ts';
import { makeManifest, type PlainTenant } from './make-manifest.ts';
import { type Answers, createStage, type StageOptions } from './stage.ts';
import { tellStage } from './tell-stage.ts';

/** What the journal says of one thing at a time. The stories stand in stories/, to be read. */

const minute = 60;

/** A stage on which declarations are in force since 08:00. */
function stageWith(tenant: PlainTenant, options: Partial<StageOptions> = {}) {
  const stage = createStage({ start: dusk, ...options });
  stage.apply('acme', makeManifest('acme', tenant));
  stage.tick(dusk);
  return stage;
}

const lasting =
  (seconds: number): Answers =>
  ({ tenant, run, attempt }) => ({
    after: seconds,
    letter: (at) => ({ kind: 'ended', tenant, run: run.id, attempt, at, outcome: 'succeeded' }),
  });

const never: Answers = () => undefined;

function expectStory(name: string, stage: ReturnType<typeof createStage>) {
  return expect(`${tellStage(stage)}\n`).toMatchFileSnapshot(`stories/${name}.txt`);
}

describe('The journal of', () => {
  test('a quiet night', async () => {
    const stage = stageWith({
      jobs: { report: {}, sweep: { schedule: { spread: { within: 60, offset: 20 } } } },
    });
    stage.run(dusk + 2 * minute + 30);
    await expectStory('quiet-night', stage);
  });

  test.each(['none', 'latest', 'coalesce', 'all'] as const)(
    'an outage, under catchUp: %s',
    async (catchUp) => {
      const overlap: OverlapAnswer =
        catchUp === 'all' || catchUp === 'coalesce' ? { queue: { max: 1 } } : 'skip';
      const policy = { catchUp, overlap, horizon: 5 * minute };
      const stage = stageWith({ jobs: { report: { policy } } });
      stage.run(dusk + minute);
      stage.tick(dusk + 12 * minute + 10);
      await expectStory(`outage-${catchUp}`, stage);
    },
  );

  test('a pass in parts, with another replica after the first', async () => {
    const jobs = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`job-${index}`, {}]));
    const stage = stageWith({ jobs }, { rowsMost: 3, answers: never });
    stage.tick(dusk + minute, 1);
    stage.reopen();
    stage.tick(dusk + minute + 3);
    await expectStory('pass-in-parts', stage);
  });

  test('one job with more fires than an entry holds', async () => {
    const policy = { catchUp: 'all', overlap: 'allow', horizon: 'unlimited' } as const;
    const stage = stageWith(
      { jobs: { report: { policy }, 'report-2': {} } },
      { rowsMost: 4, answers: never },
    );
    stage.tick(dusk + 7 * minute);
    await expectStory('job-in-parts', stage);
  });

  test('an apply while fires are scheduled and not due yet', async () => {
    const spread = { schedule: { spread: { within: 60, offset: 40 } } };
    const stage = stageWith({ jobs: { kept: spread, removed: spread } });
    stage.run(dusk + minute + 40);
    const slower = { schedule: { timing: { kind: 'every', every: 120, anchor: 30 } as const } };
    stage.apply('acme', makeManifest('acme', { jobs: { kept: slower } }));
    stage.tick(dusk + 2 * minute + 10);
    stage.run(dusk + 5 * minute);
    await expectStory('apply-with-spread', stage);
  });

  test('a rename while a run goes on and a fire waits', async () => {
    const policy = { overlap: { queue: { max: 1 } } } as const;
    const stage = stageWith({ jobs: { old: { policy } } }, { answers: lasting(100) });
    stage.run(dusk + 2 * minute);
    stage.apply('acme', makeManifest('acme', { jobs: { new: { policy, renamedFrom: 'old' } } }));
    stage.tick(dusk + 2 * minute + 5);
    stage.reopen();
    stage.run(dusk + 5 * minute);
    await expectStory('rename', stage);
  });

  test('a hold, and its release', async () => {
    const stage = stageWith({ jobs: { report: { policy: { catchUp: 'latest' } }, other: {} } });
    const order = { tenant: 'acme', principal: 'ann' };
    const hold = {
      ...order,
      kind: 'hold',
      hold: 'h',
      job: 'report',
      until: dusk + 3600,
      reason: 'audit',
    } as const;
    stage.post({ ...hold, request: '1' });
    stage.post({ ...hold, request: '1' });
    stage.post({ ...hold, request: '2', job: 'nobody' });
    stage.run(dusk + 3 * minute);
    stage.post({ ...order, kind: 'release', hold: 'h', request: '3' });
    stage.run(dusk + 3 * minute + 30);
    await expectStory('hold', stage);
  });

  test('attempts that fail', async () => {
    const policy = { retry: { attempts: 3, minBackoff: 10, maxBackoff: 60 }, horizon: 3600 };
    const answers: Answers = ({ tenant, run, attempt }) => ({
      after: 1,
      letter: (at) => {
        const about = { tenant, run: run.id, attempt, at };
        return attempt === 1
          ? { ...about, kind: 'attempt-failed', retryAt: at + 10, error: 'refused' }
          : attempt === 2
            ? { ...about, kind: 'ended', outcome: 'failed', report: { message: 'exit 1' } }
            : { ...about, kind: 'ended', outcome: 'undelivered', report: { message: 'refused' } };
      },
    });
    const every = { timing: { kind: 'every', every: 600, anchor: dusk + minute } as const };
    const stage = stageWith({ jobs: { report: { schedule: every, policy } } }, { answers });
    stage.run(dusk + 3 * minute);
    await expectStory('attempts', stage);
  });

  test('a run that is lost', async () => {
    const policy = { report: { lostAfter: 90 } };
    const stage = stageWith({ jobs: { report: { policy } } }, { answers: never });
    stage.run(dusk + minute);
    const about = { tenant: 'acme', run: 'report@2027-01-15T08:01:00Z' };
    stage.post({ ...about, kind: 'started', at: dusk + minute + 1, by: 'host-1' });
    stage.post({ ...about, kind: 'heartbeat', at: dusk + minute + 30 });
    stage.tick(dusk + minute + 30);
    stage.run(dusk + 3 * minute + 5);
    stage.post({ ...about, kind: 'finished', at: dusk + 3 * minute + 9, outcome: 'succeeded' });
    stage.tick(dusk + 3 * minute + 10);
    await expectStory('lost', stage);
  });

  test('a run that gives way to a newer fire', async () => {
    const target = { command: { argv: ['sleep'] } };
    const stage = stageWith(
      { jobs: { report: { policy: { overlap: 'replace' }, target } } },
      { answers: lasting(1000), cancelTakes: () => 7 },
    );
    stage.run(dusk + 2 * minute + 10);
    await expectStory('replace', stage);
  });

  test('a target that is down, and one that is refused', async () => {
    const jobs = { web: {}, local: { target: { command: { argv: ['true'] } } } };
    const stage = stageWith({ jobs });
    stage.tell({ kind: 'refusal', tenant: 'acme', target: 'command', reason: 'no commands here' });
    const circuit = {
      kind: 'circuit',
      tenant: 'acme',
      target: 'http https://sink.example',
      reason: 'refused',
    } as const;
    stage.tell({ ...circuit, open: true });
    stage.run(dusk + minute);
    stage.tell({ ...circuit, open: false });
    stage.run(dusk + minute + 30);
    await expectStory('targets', stage);
  });

  test('a job that throws', async () => {
    // No compiler lets it through; a record may be spoilt all the same.
    const overlap = 'sideways' as never;
    const stage = stageWith(
      { jobs: { spoilt: { policy: { overlap, horizon: 200 } }, sound: {} } },
      { answers: lasting(100) },
    );
    stage.run(dusk + 2 * minute);
    stage.post({ kind: 'mend', tenant: 'acme', job: 'spoilt', request: '1', principal: 'ann' });
    stage.run(dusk + 4 * minute);
    await expectStory('quarantine', stage);
  });

  test('lanes that are full', async () => {
    const jobs = Object.fromEntries(Array.from({ length: 4 }, (_, index) => [`job-${index}`, {}]));
    const lanes = { scheduled: { maxConcurrent: 2, maxPerMinute: 3 } };
    const stage = stageWith({ jobs, lanes }, { answers: lasting(15) });
    stage.run(dusk + minute + 50);
    await expectStory('lanes', stage);
  });

  test('an apply that is refused', async () => {
    const stage = stageWith({ jobs: { report: {} } });
    const order = { kind: 'apply', tenant: 'acme', principal: 'ann', approvedBy: [] } as const;
    const digests = {
      manifest: 'sha256:m',
      declarations: 'sha256:d',
      plan: 'sha256:p',
      planDigest: 'sha256:q',
    };
    stage.post({ ...order, ...digests, request: '1', before: '' });
    stage.post({
      ...order,
      ...digests,
      request: '2',
      before: makeManifest('acme', { jobs: { report: {} } }).tenants['acme']!.digest,
    });
    stage.tick(dusk + 30);
    await expectStory('apply-refused', stage);
  });
});
