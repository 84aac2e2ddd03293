import type { Answer } from '../../schema/explanation.ts';
import { visible } from '../diagnostics/index.ts';
import type { Paint } from '../render/index.ts';
import { wrapText } from '../words/index.ts';

/** Places stand from this column on, or two columns after a longer text. */
const placeColumn = 80;

/** Longer texts without a place go on in the next line. */
const lineMost = 110;

/** Renders an answer: what is so, then why, with where it is written. */
export function explainText(answer: Answer, paint: Paint): string {
  const { kind, job, instant, cause, record } = answer;
  const head = record
    ? `${job}@${instant}: ${record.word}`
    : kind === 'fire'
      ? `${job}@${instant} fires`
      : `${job} does not fire at ${instant}${cause ? `: ${cause}` : ''}`;
  const width = Math.max(...answer.facts.map(({ label }) => label.length));
  const lines = answer.facts.flatMap(({ label, text, place }) => {
    const title = `  ${label.padEnd(width)}  `;
    // A tenant's words, such as a reason, may be meant for the terminal.
    const told = visible(text);
    if (place !== undefined) {
      return [`${`${title}${told}`.padEnd(placeColumn - 2)}  ${paint.faint(visible(place))}`];
    }
    const [first = '', ...rest] = wrapText(told, lineMost - title.length);
    return [`${title}${first}`, ...rest.map((line) => `${' '.repeat(title.length)}${line}`)];
  });
  return [paint.strong(isWell(answer) ? paint.add(head) : paint.remove(head)), '', ...lines, ''].join('\n');
}

/** It fires; or, where it is known, nothing has kept it from running. */
function isWell({ kind, record }: Answer): boolean {
  return record ? !record.hole : kind === 'fire';
}
