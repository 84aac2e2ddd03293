import { describe, expect, test } from 'vitest';
import { replay, type Verdict, verdictText } from './replay.ts';

/** In groups, so that a failure names some seeds and not all. */
const group = 25;

/**
 * Replicas that die at every `CRASH:` point, lose their leases and their answers, are slow, are cut off, see clocks
 * step; services that fail; declarations that change meanwhile. Whatever happens, every instant that the manifests give
 * has one fate, and every run arrived. Two files play half of the seeds each, so that two processors do.
 */
export function playSeeds(half: 0 | 1): void {
  const seeds = Number(process.env['SIMULATION_SEEDS'] ?? 1_000) / 2;
  const crashed = new Map<string, number>();
  const groups = Array.from({ length: Math.ceil(seeds / group) }, (_, index) => half * seeds + index * group);

  describe('Whatever goes wrong, every instant has one fate', () => {
    test.each(groups)('seeds from %i on', { timeout: 120_000 }, async (from) => {
      const failed: Verdict[] = [];
      let [runs, late] = [0, 0];
      for (let seed = from; seed < Math.min(from + group, (half + 1) * seeds); seed++) {
        const verdict = await replay(seed);
        runs += verdict.runs;
        late += verdict.late;
        for (const [where, count] of Object.entries(verdict.crashes))
          crashed.set(where, (crashed.get(where) ?? 0) + count);
        if (verdict.wrong.length > 0) failed.push(verdict);
      }
      expect(failed.map(verdictText).join('\n\n')).toBe('');
      expect(runs).toBeGreaterThan(100);
      expect(late).toBeGreaterThan(10);
    });

    test('replicas died at every place where it matters', () => {
      const places = [
        'before-commit',
        'after-commit',
        'after-accept',
        'after-dispatch',
        'after-lease',
        'killed',
        'stopped',
      ];
      expect(places.filter((place) => !crashed.has(place))).toEqual([]);
    });
  });
}
