import type { PolicyMeaning } from '../../schema/manifest.ts';
import type { EffectFamily } from '../../schema/plan.ts';
import type { Instant, Seconds } from '../../schema/time.ts';
import type { JobRules } from '../decide/index.ts';
import { type SimulatedFire, simulate } from '../simulate/index.ts';
import type { FirePattern } from './fire-pattern.ts';

/** A job alone with one thing that goes wrong, at the first fire of its pattern. */
export interface Trial {
  readonly pattern: FirePattern;
  readonly family: EffectFamily;
  /** The d of the family. */
  readonly seconds: Seconds;
  /** How long every other run lasts. */
  readonly lasts: Seconds;
}

/** Where the pattern's first fire is put; any instant would do, since `decide` only looks at differences. */
const origin: Instant = 10 * 366 * 86_400;

/** How many fires a trial would play; undefined where its length goes past the pattern. */
export function trialFires({ pattern, seconds }: Trial): number | undefined {
  const end = lastFireOf(pattern, seconds);
  return end > pattern.until ? undefined : countBefore(pattern.offsets, end);
}

/**
 * Plays one trial under a policy: the first fire, those that fall due while the thing that goes wrong lasts, and two
 * spacings more; by `decide` alone, until nothing of it can change any more. Instants count from the first fire.
 */
export function playTrial(trial: Trial, rules: JobRules, policy: PolicyMeaning): readonly SimulatedFire[] {
  const { pattern, family, seconds, lasts } = trial;
  const end = lastFireOf(pattern, seconds);
  const count = countBefore(pattern.offsets, end);
  const scheduled = pattern.offsets.slice(0, count).map((offset) => origin + offset);
  const played = simulate(
    {
      from: origin,
      until: origin + end + settling(policy, family === 'run' ? Math.max(lasts, seconds) : lasts, count),
      jobs: {
        job: {
          rules: { ...rules, policy },
          fires: (from, until) => {
            const within = scheduled.filter((instant) => from <= instant && instant < until);
            return { count: within.length, scheduled: within };
          },
          duration: (instant) => (family === 'run' && instant === origin ? seconds : lasts),
          windowFrom: () => origin + pattern.opens,
        },
      },
      caps: { scheduled: {}, backfill: {}, groups: {} },
      outages: family === 'outage' ? [{ from: origin, until: origin + seconds, of: 'platform' }] : [],
      fullLanes: family === 'lane' ? [{ from: origin, until: origin + seconds }] : [],
    },
    { stepByStep: count < 60 },
  );
  return played.map(fromOrigin);
}

function lastFireOf({ offsets }: FirePattern, seconds: Seconds): Seconds {
  return seconds + 2 * (offsets[1] ?? 0) + 1;
}

function countBefore(offsets: readonly Seconds[], end: Seconds): number {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (offsets[middle]! < end) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Long enough for what waits to be run one after the other, or to expire. */
function settling({ horizon, report }: PolicyMeaning, lasts: Seconds, fireCount: number): Seconds {
  const longest = Math.min(lasts, report?.lostAfter ?? lasts) + 1;
  return (horizon === 'unlimited' ? 0 : horizon) + longest * fireCount + 2;
}

function fromOrigin(fire: SimulatedFire): SimulatedFire {
  const { fate } = fire;
  const moved = { ...fire, scheduled: fire.scheduled - origin, due: fire.due - origin };
  if (fate.kind !== 'dispatched') return moved;
  const window = { from: fate.window.from - origin, to: fate.window.to - origin };
  return { ...moved, fate: { ...fate, at: fate.at - origin, window } };
}
