export type {
  Cancel,
  Delivery,
  Draft,
  DraftInput,
  JobInForce,
  Retry,
  Shard,
  ShardRecord,
  Target,
} from './shard.ts';
