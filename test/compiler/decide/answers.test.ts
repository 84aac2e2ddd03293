import { describe, expect, test } from 'vitest';
import { answerTable, markdownTable, situations } from './answer-tables.ts';
import { acceptedAnswers } from './any-script.ts';

describe('Every combination of answers that the compiler accepts', () => {
  test('is one of seventeen: the refusals leave no more', () => {
    // Four overlap answers, one of them in two sizes, times four of catch-up, less the three refused.
    expect(acceptedAnswers).toHaveLength(5 * 4 - 3);
  });

  test.each(['6h', '12m', 'unlimited'])(
    'is visited in every situation, with a horizon of %s',
    async (horizon) => {
      const chapters = situations.map(
        (situation) => `${situation.title}\n\n${markdownTable(answerTable(situation, horizon))}\n`,
      );
      const text = `lateAfter 10m, horizon ${horizon}\n\n${chapters.join('\n')}`;
      await expect(text).toMatchFileSnapshot(`answers-horizon-${horizon}.txt`);
    },
  );
});
