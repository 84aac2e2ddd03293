export { offsetText } from '../time/index.ts';
export { type PlanInput, planChange } from './plan-change.ts';
