export { type Paint, plainPaint } from './paint.ts';
export { renderPlanSummary } from './render-plan-summary.ts';
export { hasChanges, renderPlanText } from './render-plan-text.ts';

/** Loads what renders a plan as markdown: only who asks for it pays for it. */
export const loadMarkdown = () => import('./markdown/render-plan-markdown.ts');

/** Loads what renders a plan as HTML. */
export const loadHtml = () => import('./html/render-plan-html.ts');
