import type { Instant } from '../../../schema/time.ts';
import { formatInstant } from '../../manifest/index.ts';
import type { JobTimeline, TimelineFire, TimelineFrame, TimelineLane } from '../../plan/index.ts';
import { plural } from '../columns.ts';
import { frameTitle } from './date-words.ts';
import { escaped } from './escaped.ts';

/** Rows of one frame; more are counted. */
const rowsMost = 30;

interface Row {
  readonly at: Instant;
  readonly word: string;
  readonly before: string;
  readonly after: string;
}

/** Renders the exact instants of what is drawn as a table, behind one line. */
export function exactTable({ frames }: JobTimeline): string {
  if (frames.length === 0) return '';
  const bodies = frames.map((frame) => {
    const rows = rowsOf(frame);
    const shown = rows
      .slice(0, rowsMost)
      .map(
        ({ word, before, after }) =>
          `<tr><th scope="row">${word}</th><td>${before}</td><td>${after}</td></tr>`,
      );
    const { title } = frameTitle(frame);
    const all = Math.max(rows.length, frame.before?.count ?? 0, frame.after?.count ?? 0);
    const more =
      all > shown.length ? `<tr><td colspan="3">and ${plural(all - shown.length, 'more')}</td></tr>` : '';
    return `<tbody><tr><th class="group" scope="rowgroup" colspan="3">${title}</th></tr>${shown.join('')}${more}</tbody>`;
  });
  return `<details class="exact"><summary>Exact instants of what is drawn</summary><table class="facts"><thead><tr><th scope="col">what</th><th scope="col">before</th><th scope="col">after</th></tr></thead>${bodies.join('')}</table></details>`;
}

function rowsOf({ before, after }: TimelineFrame): readonly Row[] {
  const young = new Map((after?.fires ?? []).map((fire) => [fire.scheduled, fire]));
  const told = new Set<Instant>();
  const rows = (before?.fires ?? []).map((fire): Row => {
    const { scheduled, action, other } = fire;
    const pair = action === 'move' ? other : action === 'remove' ? undefined : scheduled;
    const is = pair === undefined ? undefined : young.get(pair);
    if (is) told.add(is.scheduled);
    const elsewhere = action === 'move' && pair !== undefined ? instantText(pair) : '';
    return {
      at: scheduled,
      word: actionText(fire),
      before: fireText(fire),
      after: is ? fireText(is) : elsewhere,
    };
  });
  const added = (after?.fires ?? [])
    .filter(({ scheduled }) => !told.has(scheduled))
    .map(
      (fire): Row => ({
        at: fire.scheduled,
        word: actionText(fire),
        before: fire.other === undefined ? '' : instantText(fire.other),
        after: fireText(fire),
      }),
    );
  return [...rows, ...added, ...omissionRows(before, after)].sort((a, b) => a.at - b.at);
}

function omissionRows(before: TimelineLane | undefined, after: TimelineLane | undefined): readonly Row[] {
  const text = ({ text, cause }: TimelineLane['omissions'][number]) =>
    `${escaped(text)} <code>${cause}</code>`;
  const were = (before?.omissions ?? []).map((omission): Row => {
    const shown = text(omission);
    return { at: omission.at, word: '○ no fire', before: shown, after: omission.alone ? '' : shown };
  });
  const are = (after?.omissions ?? [])
    .filter(({ alone }) => alone)
    .map((omission): Row => ({ at: omission.at, word: '○ no fire', before: '', after: text(omission) }));
  const early = (after?.early ?? []).map(
    ({ scheduled, text }): Row => ({
      at: scheduled,
      word: '○ no fire',
      before: '',
      after: `${escaped(text)}: past at the apply ${instantText(scheduled)}`,
    }),
  );
  return [...were, ...are, ...early];
}

const words = {
  add: '+ added',
  remove: '- removed',
  move: '± moved',
  alter: '~ altered',
  keep: 'stays',
} as const;

function actionText({ action }: TimelineFire): string {
  return words[action];
}

function fireText({ text, scheduled }: TimelineFire): string {
  return `${escaped(text)} ${instantText(scheduled)}`;
}

function instantText(at: Instant): string {
  const text = formatInstant(at);
  return `<time datetime="${text}">${text}</time>`;
}
