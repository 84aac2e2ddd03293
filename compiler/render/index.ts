export { renderPlanHtml } from './html/render-plan-html.ts';
export { renderPlanMarkdown } from './markdown/render-plan-markdown.ts';
export { type Paint, plainPaint } from './paint.ts';
export { hasChanges, renderPlanText } from './render-plan-text.ts';
export { reviewOrder } from './review-order.ts';
