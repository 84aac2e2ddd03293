import { describe, expect, test } from 'vitest';
import { answerTable, markdownTable, type Situation, situations } from './answer-tables.ts';
import { play } from './play.ts';
import { type StoryJob, scriptOfStory } from './stories/read-story.ts';

const dstAnswers = (['shift', 'next', 'skip'] as const).flatMap((gap) =>
  (['first', 'second', 'both'] as const).map((fold) => ({ gap, fold })),
);

import { acceptedAnswers } from './any-script.ts';

describe('Every combination of answers that the compiler accepts', () => {
  test('is one of seventeen: the refusals leave no more', () => {
    // Four overlap answers, one of them in two sizes, times four of catch-up, less the three refused.
    expect(acceptedAnswers).toHaveLength(5 * 4 - 3);
  });

  test('gives every fire one fate in every situation, and never two runs at once but under allow', () => {
    for (const situation of situations) {
      for (const lateAfter of ['1m', '10m']) {
        for (const horizon of ['10m', '12m', '6h', 'unlimited']) {
          for (const [overlap, catchUp] of acceptedAnswers) {
            const nights = dstAnswers.map((dst) =>
              outcomes(situation, { overlap, catchUp, lateAfter, horizon }, dst),
            );
            // Clocks are asked about before there is a fire; here they change nothing.
            for (const night of nights) expect(night).toEqual(nights[0]);
            expect(nights[0]!.map(({ fates }) => fates)).toEqual(nights[0]!.map(() => 1));
            if (overlap === 'allow') continue;
            const runs = nights[0]!
              .filter(({ from }) => from !== undefined)
              .sort((a, b) => a.from! - b.from!);
            for (const [index, { until }] of runs.entries()) {
              const next = runs[index + 1];
              if (next) expect(until).toBeLessThanOrEqual(next.from!);
            }
          }
        }
      }
    }
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

function outcomes({ fires, lasts, events }: Situation, answers: StoryJob, dst: (typeof dstAnswers)[number]) {
  const job = { ...answers, lasts, fires: fires.join(' ') };
  const script = scriptOfStory({ story: '', jobs: { report: job }, events: events ?? [], until: '04:00' });
  const rules = script.jobs['report']!;
  const { played } = play({ ...script, jobs: { report: { ...rules, policy: { ...rules.policy, dst } } } });
  return played.map(({ fire, fates, fate, dispatched, ended }) => ({
    scheduled: fire.scheduled,
    fates,
    cause: fate?.cause,
    from: dispatched,
    until: ended?.at,
  }));
}
