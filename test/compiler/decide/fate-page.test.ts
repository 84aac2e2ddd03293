import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fateCauses, waitingCauses } from '../../../compiler/decide/index.ts';
import { answerTable, markdownTable, situations } from './answer-tables.ts';
import { sampleSentences } from './sample-causes.ts';

const path = 'docs/what-becomes-of-a-fire.md';

/** The parts of the page that are computed, by the word in their opening comment. */
const parts: Readonly<Record<string, () => string>> = {
  answers: () =>
    situations
      .map((situation) => `### ${situation.title}\n\n${markdownTable(answerTable(situation, '6h'))}`)
      .join('\n\n'),
  causes: () => {
    const heads = { 'Not dispatched': fateCauses, Waiting: waitingCauses } as const;
    const sentences = sampleSentences();
    const rows = (of: typeof sentences) => [
      ['cause', 'sentence'],
      ...of.map(({ cause, sentence }) => [`\`${cause.replace(' (omitted)', '')}\``, sentence]),
    ];
    const told = Object.entries(heads).map(([title, causes]) => {
      const own = sentences.filter(({ cause }) => (causes as readonly string[]).includes(cause));
      return `### ${title}\n\n${markdownTable(rows(own))}`;
    });
    const omitted = sentences.filter(({ cause }) => cause.endsWith('(omitted)'));
    const omissions =
      '### Omitted\n\nNominal times that give no fire, so nothing can become of them; plans and histories list them.';
    return [...told, `${omissions}\n\n${markdownTable(rows(omitted))}`].join('\n\n');
  },
};

test('the page on what becomes of a fire says what decide does', async () => {
  const page = readFileSync(path, 'utf8');
  const written = page.replace(
    /(<!-- (\w+): .*? -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, open: string, name: string, end: string) => `${open}\n${parts[name]!()}\n\n${end}`,
  );
  await expect(written).toMatchFileSnapshot(`../../../${path}`);
});
