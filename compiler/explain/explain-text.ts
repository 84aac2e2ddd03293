import type { Answer } from '../../schema/explanation.ts';
import { visible } from '../diagnostics/index.ts';
import type { Paint } from '../render/index.ts';

/** Places stand from this column on, or two columns after a longer text. */
const placeColumn = 80;

/** Renders an answer: what is so, then why, with where it is written. */
export function explainText(answer: Answer, paint: Paint): string {
  const { kind, job, instant, cause } = answer;
  const head =
    kind === 'fire'
      ? `${job}@${instant} fires`
      : `${job} does not fire at ${instant}${cause ? `: ${cause}` : ''}`;
  const width = Math.max(...answer.facts.map(({ label }) => label.length));
  const lines = answer.facts.map(({ label, text, place }) => {
    // A tenant's words, such as a reason, may be meant for the terminal.
    const left = `  ${label.padEnd(width)}  ${visible(text)}`;
    return place === undefined ? left : `${left.padEnd(placeColumn - 2)}  ${paint.faint(visible(place))}`;
  });
  return [paint.strong(kind === 'fire' ? paint.add(head) : paint.remove(head)), '', ...lines, ''].join('\n');
}
