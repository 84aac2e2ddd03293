import type { Instant, WallTime } from '../../schema/time.ts';

/** The time about which somebody asks. */
export type AskedTime =
  | { readonly kind: 'instant'; readonly instant: Instant }
  /** In the job's zone; with the text that was written. */
  | { readonly kind: 'wall'; readonly wall: WallTime; readonly text: string };
