export type { Clock } from './clock.ts';
export { createDispatcher, type DispatcherOptions } from './create-dispatcher.ts';
export type {
  AbortReason,
  DeliveryContext,
  DeliveryResult,
  Dispatcher,
  TargetAdapter,
  TellShard,
} from './dispatcher.ts';
