import type { FireAction } from '../../../schema/plan.ts';

/** What a mark can stand for: a fire and what a change makes of it, a nominal time that gives none, or an outcome. */
export type MarkKind = FireAction | 'omit' | 'run' | 'lost';

/**
 * The marks of a drawing, told apart by outline, by filling and by sign, so that neither colour nor a large screen is
 * needed. `l-` are for a lane with room, `s-` for a crowded one; the two textures are those of gap and fold.
 */
export const markDefinitions = `<svg class="defs" aria-hidden="true" focusable="false"><defs>
<pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="weave" d="M0 0V7"/></pattern>
<pattern id="rows" width="6" height="6" patternUnits="userSpaceOnUse"><path class="weave" d="M0 3H6"/></pattern>
<g id="l-add"><circle class="full" r="7.5"/><path class="cut" d="M-4 0H4M0-4V4"/></g>
<g id="l-remove"><rect class="open" x="-6.5" y="-6.5" width="13" height="13"/><path class="sign" d="M-3.5 0H3.5"/></g>
<g id="l-move"><path class="full" d="M0-9.5L9.5 0 0 9.5-9.5 0Z"/><path class="cut" d="M-3.2-1.4H3.2M0-4.6V1.8M-3.2 4H3.2"/></g>
<g id="l-alter"><path class="open" d="M-4.2-7H4.2L8.2 0 4.2 7H-4.2L-8.2 0Z"/><path class="sign" d="M-4.2 1.2C-3-2-1.4-1.6 0 0S3 2 4.2-1.2"/></g>
<g id="l-keep"><circle class="full" r="3.6"/></g>
<g id="l-omit"><circle class="open dashed" r="5.6"/></g>
<g id="l-run"><path class="full" d="M-5-7L8 0-5 7Z"/></g>
<g id="l-lost"><circle class="open" r="6.8"/><path class="sign" d="M-3-3L3 3M3-3L-3 3"/></g>
<g id="s-add"><path class="sign" d="M-3.6 0H3.6M0-3.6V3.6"/></g>
<g id="s-remove"><rect class="open" x="-3" y="-3" width="6" height="6"/></g>
<g id="s-move"><path class="full" d="M0-4.6L4.6 0 0 4.6-4.6 0Z"/></g>
<g id="s-alter"><path class="sign" d="M-3.8 1C-2.6-2-1.4-1.4 0 0S2.6 2 3.8-1"/></g>
<g id="s-keep"><circle class="full" r="2"/></g>
<g id="s-omit"><circle class="open dashed" r="3.2"/></g>
<g id="ghost"><circle class="open" r="2.6"/></g>
</defs></svg>`;

/** Draws a mark at a place of a drawing; `title` is HTML already. */
export function markAt(kind: MarkKind, x: string, y: number, title: string, small = false): string {
  return `<g class="${kind}"><title>${title}</title><use href="#${small ? 's' : 'l'}-${kind}" x="${x}" y="${y}"/></g>`;
}

/** Draws a mark in a line of text. It is decoration: words stand beside it. */
export function inlineMark(kind: MarkKind): string {
  return `<svg class="mark ${kind}" viewBox="-10 -10 20 20" aria-hidden="true" focusable="false"><use href="#l-${kind}"/></svg>`;
}

/** What each mark means, in the order of the legend. */
export const markWords: Readonly<Record<FireAction | 'omit', string>> = {
  move: '± moved: before, joined to after',
  remove: '− removed',
  add: '+ added',
  alter: '~ same instant, another outcome or span',
  keep: 'stays as it is',
  omit: 'no fire, and why',
};
