import type { OmissionCause } from '../../../schema/time.ts';

/** One line of an explanation, and where the words stand that it rests on. */
export interface Fact {
  readonly label: string;
  readonly text: string;
  /** `file:line`. */
  readonly place?: string;
}

/** What `almanac explain --json` prints of one instant. Instants in UTC to the second. */
export interface Answer {
  readonly job: string;
  readonly kind: 'fire' | 'omission' | 'none';
  readonly instant: string;
  readonly wall: string;
  /** The wall time that the schedule names, where it is another one. */
  readonly nominal?: string;
  readonly cause?: OmissionCause;
  readonly due?: string;
  /** Later than this it is late, and counts as missed. */
  readonly late?: string;
  /** Later than this it is not started; absent where the horizon is unlimited. */
  readonly deadline?: string;
  readonly window?: { readonly from: string; readonly to: string };
  readonly previous?: string;
  readonly next?: string;
  /** The same in words, with places. */
  readonly facts: readonly Fact[];
}
