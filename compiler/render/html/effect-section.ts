import type { PolicyEffect, Witness } from '../../../schema/plan.ts';
import { parseDuration } from '../../manifest/index.ts';
import { plural } from '../columns.ts';
import { sentence } from '../job-block.ts';
import { escaped, told } from './escaped.ts';
import { percentText as pc } from './frame-scale.ts';
import { markAt } from './marks.ts';

/** Says what a changed answer of a policy alters, and draws the smallest night on which it does. */
export function effectSection({ answer, before, after, governs, message, witness }: PolicyEffect): string {
  return `<section class="effect"><h3>${answer} <s>${escaped(before)}</s> → <b>${escaped(after)}</b></h3><p>Governs ${plural(governs, 'fire')}. ${told(sentence(message))}</p>${witness ? witnessFigure(witness, answer, before, after) : ''}</section>`;
}

function witnessFigure(
  witness: Witness,
  answer: PolicyEffect['answer'],
  before: string,
  after: string,
): string {
  const rows = witness.fires.map(
    (fire) =>
      `<tr><th scope="row">${told(fire.wall)}</th><td>${told(fire.before)}</td><td>${told(fire.after)}</td></tr>`,
  );
  const more = witness.more > 0 ? `<p class="soft">and ${plural(witness.more, 'more fire')}</p>` : '';
  return `<figure class="witness"><figcaption>For instance ${told(witness.what)}</figcaption>${drawing(witness, answer, before, after)}<table class="facts outcomes"><thead><tr><th scope="col">fire due</th><th scope="col">before: ${escaped(before)}</th><th scope="col">after: ${escaped(after)}</th></tr></thead><tbody>${rows.join('')}</tbody></table>${more}</figure>`;
}

const troubleHeight = 26;
const laneHeight = 30;

/** The trouble as a band over the fires; of a horizon how long each side lets a fire wait. */
function drawing(witness: Witness, answer: PolicyEffect['answer'], before: string, after: string): string {
  const { from, until, fires, family } = witness;
  const length = until - from;
  const waits =
    answer === 'horizon' || answer === 'lateAfter' ? [before, after].map((text) => parseDuration(text)) : [];
  const furthest = Math.max(
    length * 1.35,
    ...waits.map((wait) => Math.min(wait ?? 4 * length, 4 * length) * 1.08),
  );
  const start = from - furthest * 0.04;
  const x = (at: number) => Math.min(100, Math.max(0, ((at - start) / (furthest * 1.08)) * 100));
  const noun = { outage: 'outage', run: 'run', lane: 'lane full' }[family];
  const height = troubleHeight + laneHeight * 2;
  const trouble = `<rect class="trouble" x="${pc(x(from))}" y="4" width="${pc(x(until) - x(from))}" height="${height - 8}" fill="url(#hatch)"/><text class="band" x="${pc(x(from) + 1)}" y="17">${noun}</text>`;
  const lanes = (['before', 'after'] as const).map((side, index) => {
    const y = troubleHeight + laneHeight * (index + 0.5);
    const wait = waits[index];
    const end = x(wait === undefined ? from + furthest * 2 : from + wait);
    const bar =
      waits.length === 0
        ? ''
        : `<rect class="wait" x="${pc(x(from))}" y="${y - 5}" width="${pc(end - x(from))}" height="10"/><text class="label" x="${pc(Math.min(end + 1, 99))}" y="${y + 4}" text-anchor="${end > 80 ? 'end' : 'start'}">${end > 80 ? '' : escaped(index === 0 ? before : after)}</text>`;
    const marks = fires
      .filter(({ scheduled }) => x(scheduled) < 100)
      .map((fire) =>
        markAt(
          fire.before === fire.after ? 'keep' : 'alter',
          pc(x(fire.scheduled)),
          y,
          `${told(fire.wall)}: ${told(fire[side])}`,
        ),
      );
    return `<line class="lane" x1="0" x2="100%" y1="${y}" y2="${y}"/>${bar}${marks.join('')}`;
  });
  const gutter = ['before', 'after'].map(
    (name, index) =>
      `<span class="side" style="top:${troubleHeight + laneHeight * (index + 0.5) - 9}px">${name}</span>`,
  );
  return `<div class="plot"><div class="gutter" aria-hidden="true">${gutter.join('')}</div><svg height="${height}" role="img" aria-label="${told(witness.what)}; the table below has the outcomes.">${trouble}${lanes.join('')}</svg></div>`;
}
