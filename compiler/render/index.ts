export { type Paint, plainPaint } from './paint.ts';
export { hasChanges, renderPlanText } from './render-plan-text.ts';
