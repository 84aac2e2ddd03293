import type { EffectFamily, Threshold } from '../../schema/plan.ts';
import type { Seconds } from '../../schema/time.ts';
import { formatDuration } from '../manifest/index.ts';

/** Returns a threshold in words: by the clock that runs out there, on the near or the far side of it. */
export function thresholdOf(
  family: EffectFamily,
  seconds: Seconds,
  names: ReadonlyMap<Seconds, string>,
): Threshold {
  const [passed, reached] = [names.get(seconds - 1), names.get(seconds)];
  const than =
    passed !== undefined
      ? `more than ${formatDuration(seconds - 1)} (${passed})`
      : `${formatDuration(seconds)} or more${reached === undefined ? '' : ` (${reached})`}`;
  const message = {
    outage: `a fire is decided ${than} after it was due`,
    run: `a run lasts ${than}`,
    lane: `its lane is full for ${than}`,
  }[family];
  return { family, seconds, message };
}
