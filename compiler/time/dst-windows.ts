import type { Instant, Seconds, WallTime, ZoneTable } from '../../schema/time.ts';

/** A span of wall time in which one rule holds: a constant offset, a gap, or a fold. Half-open. */
export interface DstWindow {
  readonly kind: 'offset' | 'gap' | 'fold';
  /** Seconds east of UTC; for gap and fold the offset after the transition. */
  readonly offset: Seconds;
  readonly from: WallTime;
  readonly until: WallTime;
  /** The transition, for gap and fold. */
  readonly at?: Instant;
}

export function dstWindows(_table: ZoneTable, _from: Instant, _until: Instant): DstWindow[] {
  throw new Error('not written');
}
