import type { EffectFamily, Threshold } from '../../schema/plan.ts';
import { formatDuration } from '../manifest/index.ts';
import type { Candidate } from './candidates.ts';

/** Returns a threshold in words: by the clock that runs out there, on the near or the far side of it. */
export function thresholdOf(family: EffectFamily, { seconds, base, name }: Candidate): Threshold {
  const than =
    seconds > base
      ? `more than ${formatDuration(base)} (${name})`
      : `${formatDuration(seconds)} or more (${seconds === base ? name : `a second short of ${name}`})`;
  const message = {
    outage: `a fire is decided ${than} after it was due`,
    run: `a run lasts ${than}`,
    lane: `its lane is full for ${than}`,
  }[family];
  return { family, seconds, message };
}
