export { type PlanInput, planChange } from './plan-change.ts';
