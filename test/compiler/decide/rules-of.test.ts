import { expect, test } from 'vitest';
import { rulesOf } from '../../../compiler/decide/index.ts';
import { tellsEnd } from '../../../compiler/manifest/target-meaning.ts';
import type { JobMeaning } from '../../../schema/manifest.ts';

const policy = {
  lateAfter: 600,
  horizon: 21_600,
  overlap: 'skip',
  catchUp: 'latest',
  dst: { gap: 'shift', fold: 'first' },
} as const;

const targets: readonly (readonly [string, JobMeaning['target'], boolean])[] = [
  ['the response to an HTTP request', { http: { url: 'https://x.example', completion: 'response' } }, true],
  [
    'a report that a service may send later',
    { http: { url: 'https://x.example', completion: 'report' } },
    false,
  ],
  ['nothing, for a message', { pubsub: { topic: 'x' } }, false],
  ['the status of a Cloud Run job', { cloudRunJob: { job: 'x' } }, true],
  ['the exit of a command', { command: { run: ['x'] } }, true],
];

test.each(targets)('the end of a run is told by %s, or else by lostAfter', (_, target, isTold) => {
  const job = { policy, target, schedule: { timing: { kind: 'manual' } } } as unknown as JobMeaning;
  expect(rulesOf(job).endsKnown).toBe(isTold);
  expect(rulesOf({ ...job, policy: { ...policy, report: { lostAfter: 60 } } }).endsKnown).toBe(true);
  // The compiler refuses by its own copy of the same question.
  expect(tellsEnd(target)).toBe(isTold);
});

test('a pause and a group go along with the policy', () => {
  const pause = { from: 0, until: 60, reason: 'freeze', fires: 'hold' } as const;
  const job = {
    policy,
    group: 'mainframe',
    target: { command: { run: ['x'] } },
    schedule: { timing: { kind: 'manual' }, pause },
  } as unknown as JobMeaning;
  expect(rulesOf(job)).toEqual({ policy, pause, group: 'mainframe', endsKnown: true });
});
