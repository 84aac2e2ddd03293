export { retryAfterFailure } from './backoff.ts';
export { type Checkpoint, readCheckpoint } from './checkpoint.ts';
export { readNotes } from './notes.ts';
export { openShard } from './open-shard.ts';
export { replayInput } from './replay-input.ts';
export type {
  Cancel,
  Delivery,
  Draft,
  DraftInput,
  JobInForce,
  LettersInput,
  Retry,
  Shard,
  ShardRecord,
  Target,
  TargetInForce,
} from './shard.ts';
