import { describe, expect, test } from 'vitest';
import { bugs } from './bugs.ts';
import { replay, type Verdict } from './replay.ts';

describe('A planted bug is found', () => {
  test.each(Object.entries(bugs))('%s', { timeout: 120_000 }, async (_, bug) => {
    let found: Verdict | undefined;
    for (let seed = 0; seed < 300 && !found; seed++) {
      const verdict = await replay(seed, { bug });
      if (verdict.wrong.length > 0) found = verdict;
    }
    expect(found?.wrong.length).toBeGreaterThan(0);
  });
});
