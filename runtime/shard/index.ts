export { readNotes } from './notes.ts';
export { type Checkpoint, readCheckpoint } from './checkpoint.ts';
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
  TargetInForce,
} from './shard.ts';
