export type { AllowedPrivate } from './address-guard.ts';
export { type Clock, machineClock } from './clock.ts';
export { type AdapterOptions, createAdapters } from './create-adapters.ts';
export { createDispatcher, type DispatcherOptions } from './create-dispatcher.ts';
export type {
  DeliveryResult,
  Dispatcher,
  TargetAdapter,
  TellShard,
} from './dispatcher.ts';
export { refusalsFor } from './refusals-for.ts';
