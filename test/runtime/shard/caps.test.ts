import { expect, test } from 'vitest';
import { dusk } from './any-night.ts';
import { makeManifest } from './make-manifest.ts';
import { createStage } from './stage.ts';

/** Once, so many seconds after `dusk`. */
const after = (seconds: number) => ({
  schedule: { timing: { kind: 'every', every: 86_400, anchor: dusk + seconds } as const },
});

test('the slot of a run whose end is left to a later entry is free in that one, and not before', () => {
  const stage = createStage({ start: dusk, rowsMost: 3, answers: () => undefined });
  const silent = { ...after(60), policy: { report: { lostAfter: 60 } } };
  stage.apply('acme', makeManifest('acme', { jobs: { other: silent } }));
  const lanes = { scheduled: { maxConcurrent: 1 } };
  stage.apply('capped', makeManifest('capped', { lanes, jobs: { first: silent, next: after(120) } }));
  stage.run(dusk + 119);
  const going = () =>
    [...stage.rows.values()]
      .filter(({ tenant, state }) => tenant === 'capped' && state === 'going')
      .map(({ job }) => job);
  expect(going()).toEqual(['first']);
  // Both silent runs are lost, and `next` is due. An entry of three rows has room for one of the ends.
  stage.tick(dusk + 120, 1);
  expect(going()).toEqual(['first']);
  stage.tick(dusk + 120, 1);
  expect(going()).toEqual(['next']);
});
