import type { PolicyEffect, Witness } from '../../../schema/plan.ts';
import { plural } from '../columns.ts';
import { sentence } from '../job-block.ts';
import { escaped, told } from './escaped.ts';
import { inlineMark } from './marks.ts';
import { outcomeMark, witnessDrawing } from './witness-drawing.ts';

/** Says what a changed answer of a policy alters, and shows the smallest night on which it does. */
export function effectSection({ answer, before, after, governs, message, witness }: PolicyEffect): string {
  const night = witness
    ? witnessFigure(witness, answer, before, after)
    : `<p class="soft">So there is no night to show.</p>`;
  return `<section class="effect"><h3>${answer} <s>${escaped(before)}</s> → ${escaped(after)}</h3><p>Governs ${plural(governs, 'fire')}. ${told(sentence(message))}</p>${night}</section>`;
}

function witnessFigure(
  witness: Witness,
  answer: PolicyEffect['answer'],
  before: string,
  after: string,
): string {
  const rows = witness.fires.map(
    (fire) =>
      `<tr><th scope="row">${told(fire.wall)}</th><td>${outcomeText(fire.before)}</td><td>${outcomeText(fire.after)}</td></tr>`,
  );
  const more = witness.more > 0 ? `<p class="soft">and ${plural(witness.more, 'more fire')}</p>` : '';
  const drawing = witnessDrawing(witness, answer, before, after);
  return `<figure class="witness"><figcaption><b>For instance</b> ${told(witness.what)}</figcaption>${drawing}${outcomeTable(
    ['fire due', `before: ${escaped(before)}`, `after: ${escaped(after)}`],
    rows,
  )}${more}</figure>`;
}

/** Renders a table of fires with both of their outcomes; heads and rows are HTML already. */
export function outcomeTable(heads: readonly string[], rows: readonly string[]): string {
  const cells = heads.map((head) => `<th scope="col">${head}</th>`).join('');
  return `<table class="facts outcomes"><thead><tr>${cells}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** Renders an outcome with its mark. */
export function outcomeText(outcome: string): string {
  return `${inlineMark(outcomeMark(outcome))} ${told(outcome)}`;
}
