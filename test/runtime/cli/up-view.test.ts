import { describe, expect, test } from 'vitest';
import { happeningsOf } from '../../../runtime/cli/up-view.ts';
import { makeManifest } from '../shard/make-manifest.ts';
import { createStage } from '../shard/stage.ts';

const dusk = 1_800_000_000;

describe('What happens is told once', () => {
  test('a run is dispatched and ends; what it reports after that happens to nothing', () => {
    const stage = createStage({ start: dusk });
    stage.apply('acme', makeManifest('acme', { jobs: { report: {} } }));
    stage.tick(dusk);
    stage.run(dusk + 70);
    const run = 'report@2027-01-15T08:01:00Z';
    stage.post({ kind: 'finished', tenant: 'acme', run, at: dusk + 71, outcome: 'failed' });
    stage.tick(dusk + 72);
    expect(stage.entries.at(-1)?.draft.fires).toMatchObject([
      { was: 'over', row: { body: { run: { late: [{}] } } } },
    ]);
    const told = stage.entries.flatMap(({ entry, draft }) => happeningsOf({ entry, fires: draft.fires }));
    expect(told.map(({ word, fire }) => `${word} ${fire}`)).toEqual([
      `dispatched acme/${run}`,
      `succeeded acme/${run}`,
    ]);
  });
});
