import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entryHash } from '../../../runtime/ledger/index.ts';
import { openShard, replayInput } from '../../../runtime/shard/index.ts';
import { anyNight, dusk } from './any-night.ts';
import { playNight, predicted, recorded } from './play-night.ts';
import type { Stage } from './stage.ts';

/** What holds of a shard on any night. Seeds are fixed. */

const asked = process.env['LAW_RUNS'];
const runs = Number(asked ?? 60);
/** A busy machine tries fewer nights; who asks for a number gets it. */
const limits = asked === undefined ? { interruptAfterTimeLimit: 15_000 } : {};
const hour = 3600;

describe('A shard', () => {
  test('gives every fire the fate that the plan predicts', () => {
    fc.assert(
      fc.property(anyNight({ length: 2 * hour }), (night) => {
        const quiet = {
          ...night,
          applies: night.applies.filter(
            ({ at }) => !night.outages.some((one) => one.from <= at && at < one.until),
          ),
        };
        expect(recorded(quiet, playNight(quiet))).toEqual(predicted(quiet));
      }),
      { ...limits, seed: 1, numRuns: runs },
    );
  });

  test('goes on as if nothing had happened where another replica opens it from the ledger after any entry', () => {
    fc.assert(
      fc.property(
        anyNight({ length: hour }),
        fc.constantFrom(3, 10, 1000),
        fc.subarray([0, 1, 2, 3, 4, 5, 6]),
        (night, rowsMost, crashes) => {
          const calm = playNight(night, { rowsMost, entriesMost: 1 });
          let seen = 0;
          const stormy = playNight(night, {
            rowsMost,
            entriesMost: 1,
            afterTick: (stage) => {
              if (stage.entries.length === seen) return;
              seen = stage.entries.length;
              if (crashes.includes(seen % 7)) stage.reopen();
            },
          });
          expectSame(storyOf(stormy), storyOf(calm));
        },
      ),
      { ...limits, seed: 2, numRuns: runs },
    );
  });

  test('makes the same entries again in a replay, byte for byte', () => {
    fc.assert(
      fc.property(anyNight({ length: hour }), fc.constantFrom(3, 10, 1000), (night, rowsMost) => {
        const stage = playNight(night, { rowsMost, reportsLate: true });
        expectSame(replayed(stage), storyOf(stage));
        // What is handed in of runs that were over changes rows, and no entry.
        const entriesOf = (story: readonly string[]) => story.map((one) => JSON.parse(one).entry);
        expect(entriesOf(replayed(stage, false))).toEqual(entriesOf(storyOf(stage)));
      }),
      { ...limits, seed: 3, numRuns: runs },
    );
  });

  test('gives the same fates in parts of any size, where no caps are and nothing comes in meanwhile', () => {
    fc.assert(
      fc.property(
        anyNight({ length: hour, caps: false }),
        fc.integer({ min: 1, max: 20 }),
        (night, rowsMost) => {
          // Letters come in parts too, and count when they are taken in: here there are none.
          const silent = { ...night, circuits: [], holds: [], durations: {}, cancelTakes: 10 * hour };
          const parts = playNight(silent, { rowsMost, answers: () => undefined });
          expect(recorded(silent, parts)).toEqual(
            recorded(silent, playNight(silent, { answers: () => undefined })),
          );
        },
      ),
      { ...limits, seed: 4, numRuns: runs },
    );
  });

  test('goes on from the checkpoint of an entry alone, with the same further entries', () => {
    fc.assert(
      fc.property(anyNight({ length: hour }), fc.nat(60), fc.constantFrom(3, 1000), (night, at, rowsMost) => {
        const play = (isOpened: boolean) => {
          let seen = 0;
          return playNight(night, {
            rowsMost,
            entriesMost: 1,
            afterTick: (stage) => {
              if (stage.entries.length === seen) return;
              seen = stage.entries.length;
              const { entry } = stage.entries.at(-1)!;
              if (stage.entries.length === at) stage.moveFloors({ acme: entry.now - 1800 });
              if (isOpened && stage.entries.length === at + 1 && entry.body.checkpoint !== undefined)
                stage.reopenFromCheckpoint();
            },
          });
        };
        expectSame(storyOf(play(true)), storyOf(play(false)));
      }),
      { ...limits, seed: 5, numRuns: runs },
    );
  });
});

/** Compares stories entry by entry, so that the first that differs is what is shown. */
function expectSame(actual: readonly string[], expected: readonly string[]): void {
  const at = expected.findIndex((entry, index) => entry !== actual[index]);
  if (at >= 0) expect(JSON.parse(actual[at] ?? '"nothing"')).toEqual(JSON.parse(expected[at]!));
  expect(actual.length).toBe(expected.length);
}

/** Everything that a stage committed. */
function storyOf({ entries }: Stage) {
  return entries.map(({ entry, draft: { fires, tenants, revisions, answers, deliveries, cancels } }) =>
    JSON.stringify({ entry, fires, tenants, revisions, answers, deliveries, cancels }),
  );
}

/** Makes every entry again, from what is recorded of it and the inbox. */
function replayed(stage: Stage, isHandedIn = true): string[] {
  const { manifests } = stage;
  const shard = openShard({ shard: 3, head: undefined, going: [], tenants: [], manifests, now: dusk });
  return stage.entries.map(({ entry, input }) => {
    const draft = shard.draft(
      replayInput(entry, input.letters, manifests, isHandedIn ? input.over : undefined),
    )!;
    const { fires, tenants, revisions, answers, deliveries, cancels } = draft;
    const unsigned = { ...draft.entry, owner: entry.owner, nonce: entry.nonce };
    const again = { ...unsigned, hash: entryHash(unsigned) };
    shard.accept(draft, again.hash);
    return JSON.stringify({ entry: again, fires, tenants, revisions, answers, deliveries, cancels });
  });
}
