import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { fateCauses, waitingCauses } from '../../../compiler/decide/index.ts';
import { play } from './play.ts';
import { type Story, scriptOfStory } from './stories/read-story.ts';
import { tellStory } from './stories/tell-story.ts';

/** What becomes of a fire, as stories that a product person can read: `stories/*.yaml` and what comes of them. */

const folder = new URL('stories/', import.meta.url);
const chapters = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .sort()
  .map((file) => ({
    name: file.replace('.yaml', ''),
    stories: parse(readFileSync(new URL(file, folder), 'utf8')) as readonly Story[],
  }));

describe('What becomes of a fire', () => {
  test.each(chapters)('is told in $name', async ({ name, stories }) => {
    await expect(stories.map(tellStory).join('\n')).toMatchFileSnapshot(`stories/${name}.txt`);
  });

  test('is told for every cause, every wait and every end of a run that there is', () => {
    const told = new Set(
      chapters
        .flatMap(({ stories }) => stories)
        .flatMap((story) => play(scriptOfStory(story)).played)
        .flatMap(({ fate, waits, ended }) => [
          fate?.cause,
          ended?.outcome,
          ...waits.map(({ cause }) => cause),
        ]),
    );
    const outcomes = ['succeeded', 'cancelled', 'lost', 'undelivered', 'delivered'];
    const words = ['order-expired', 'revision-removed', 'target-rejected'];
    // An apply opens fires as `waiting.spread` itself; decide leaves them so.
    const expected = [...fateCauses, ...waitingCauses, ...outcomes, ...words].filter(
      (one) => one !== 'waiting.spread',
    );
    expect(expected.filter((cause) => !told.has(cause))).toEqual([]);
  });
});
