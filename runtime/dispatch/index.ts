export type { DeliveryContext, DeliveryResult, Dispatcher, TargetAdapter, TellShard } from './dispatcher.ts';
