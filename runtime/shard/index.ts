export { readNotes } from './notes.ts';
export { openShard } from './open-shard.ts';
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
