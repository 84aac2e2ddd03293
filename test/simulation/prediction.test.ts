import { describe, expect, test } from 'vitest';
import { isAlike, predictAndRun } from './predict-and-run.ts';

/**
 * Prediction is fact: a timeline as the plan's function simulates it, and the same timeline run by a replica on a real
 * ledger with a clock of ours, give the same fates at the same instants, but for the second that is a tick.
 */
const seeds = Number(process.env['PREDICTION_SEEDS'] ?? 200);

describe('What the plan predicts is what the runtime does', () => {
  const groups = Array.from({ length: Math.ceil(seeds / 20) }, (_, index) => index * 20);

  test.each(groups)('timelines from %i on', { timeout: 60_000 }, async (from) => {
    let compared = 0;
    for (let seed = from; seed < Math.min(from + 20, seeds); seed++) {
      const { predicted, fact, isTied } = await predictAndRun(seed);
      if (isTied) continue;
      compared++;
      const told = new Map(predicted.map((one) => [one.fire, one]));
      const apart = fact
        .filter((one) => !isAlike(one, told.get(one.fire)))
        .map((one) => ({ seed, fact: one, predicted: told.get(one.fire) }));
      expect(apart).toEqual([]);
      expect(fact.map(({ fire }) => fire)).toEqual(predicted.map(({ fire }) => fire));
    }
    expect(compared).toBeGreaterThan(8);
  });
});
