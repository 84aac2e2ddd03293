import type { Instant, WallTime } from '../../schema/time.ts';
import type { RunWindow } from './run-window.ts';
import type { Omission, Schedule } from './schedule.ts';

/** Why a schedule fires at an instant, or does not. */
export type Explanation =
  | {
      readonly kind: 'fire';
      readonly nominal: WallTime;
      /** What the clock shows; differs from `nominal` after a gap. */
      readonly wall: WallTime;
      readonly window: RunWindow;
      /** Gap: the nominal time does not exist. Fold: it occurs twice, this is one `pass`, `other` the other. */
      readonly dst?:
        | { readonly kind: 'gap'; readonly transition: Instant }
        | {
            readonly kind: 'fold';
            readonly transition: Instant;
            readonly pass: 'first' | 'second';
            readonly other: Instant;
          };
      /** The reason of the `extras` entry that gives this fire. */
      readonly extra?: string;
      /** The reason of the pause that holds this fire. */
      readonly held?: string;
      /** Other nominal times that landed on this instant. */
      readonly merged: readonly Omission[];
    }
  | { readonly kind: 'omission'; readonly omission: Omission; readonly others: readonly Omission[] }
  | {
      readonly kind: 'none';
      readonly wall: WallTime;
      readonly reason: NoFireReason;
      readonly previous?: Instant;
      readonly next?: Instant;
    };

/** Why an instant is no occurrence at all. */
export type NoFireReason =
  | {
      readonly kind:
        | 'before-1970'
        | 'beyond-table'
        | 'before-start'
        | 'past-end'
        | 'manual'
        | 'not-listed'
        | 'not-a-multiple';
    }
  | { readonly kind: 'fields'; readonly expressions: readonly FieldMismatch[] };

/** The fields of one expression that the wall time does not match. */
export interface FieldMismatch {
  readonly expression: string;
  readonly fields: readonly ('second' | 'minute' | 'hour' | 'day' | 'month')[];
}

export function explainInstant(_schedule: Schedule, _instant: Instant): Explanation {
  throw new Error('not written');
}
