import type { Instant, Seconds } from '../../../schema/time.ts';
import { CallError } from '../../source/index.ts';
import { readMoment } from '../read-moment.ts';
import { readDuration } from '../read-option.ts';

/** The stretch of recorded history that is to be decided again: up to now, or from one instant to another. */
export type ReplaySpan =
  | { readonly kind: 'last'; readonly seconds: Seconds }
  | { readonly kind: 'between'; readonly from: Instant; readonly until: Instant };

const longest: Seconds = 30 * 86_400;
/** A night, and the day that it belongs to. */
const byDefault: Seconds = 86_400;

/**
 * Reads `24h`, `7d`, `2026-11-29T22:00:00Z/2026-11-30T06:00:00Z`.
 *
 * @throws {CallError} for any other text, and for more than 30 days.
 */
export function readReplaySpan(text: string): ReplaySpan {
  const [from = '', until] = text.split('/');
  const span: ReplaySpan =
    until === undefined
      ? { kind: 'last', seconds: readDuration(text) }
      : { kind: 'between', from: Math.floor(readMoment(from)), until: Math.ceil(readMoment(until)) };
  const seconds = span.kind === 'last' ? span.seconds : span.until - span.from;
  if (seconds <= 0) throw new CallError('the replay ends before it begins');
  if (seconds > longest) throw new CallError('the replay is longer than 30 days');
  return span;
}

/** Returns the instants between which history is decided again. */
export function replayRange(
  span: ReplaySpan | true | undefined,
  now: Instant,
): { readonly from: Instant; readonly until: Instant } {
  if (span === undefined || span === true) return { from: now - byDefault, until: now };
  return span.kind === 'last' ? { from: now - span.seconds, until: now } : span;
}
