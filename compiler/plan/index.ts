export { planChange, type PlanInput } from './plan-change.ts';
