export { type Colours, coloursFor } from './colours.ts';
export { renderDiagnostic } from './render-diagnostic.ts';
export { renderDiagnostics } from './render-diagnostics.ts';
export { renderSummary } from './render-summary.ts';
export { visible } from './visible.ts';
