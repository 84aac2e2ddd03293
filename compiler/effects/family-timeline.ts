import type { JobMeaning, PolicyMeaning } from '../../schema/manifest.ts';
import type { EffectFamily } from '../../schema/plan.ts';
import type { Instant, Seconds } from '../../schema/time.ts';
import { type SimulatedFire, type SimulatedJob, simulate, simulatedJob } from '../simulate/index.ts';
import { fires, type Schedule } from '../time/index.ts';
import type { Anchor } from './anchor.ts';

/** Fires that one trial may hold; a longer d is passed over. */
export const trialFiresMost = 400;

/** A job alone with one thing that goes wrong. */
export interface Trial {
  readonly job: JobMeaning;
  readonly schedule: Schedule;
  readonly anchor: Anchor;
  readonly family: EffectFamily;
  /** The d of the family. */
  readonly seconds: Seconds;
  /** How long every other run lasts. */
  readonly lasts: Seconds;
}

const name = 'job';

/**
 * Plays one trial under a policy: the anchor's fire and those that fall due while the thing that goes wrong lasts,
 * and two more; by `decide` alone, until nothing of it can change any more. Returns undefined where that would be
 * too many fires.
 */
export function playTrial(trial: Trial, policy: PolicyMeaning): readonly SimulatedFire[] | undefined {
  const { anchor, family, seconds, lasts, schedule } = trial;
  const base = simulatedJob({ ...trial.job, policy }, schedule, lasts);
  const due = anchor.scheduled + (base.spread ?? 0);
  const end = due + seconds;
  const lastFire = end + 2 * (anchor.spacing ?? 0) + 1;
  const count = fires(schedule, anchor.scheduled, lastFire).count;
  if (count > trialFiresMost) return undefined;
  const job: SimulatedJob = {
    ...base,
    fires: (from, until) => base.fires(Math.max(from, anchor.scheduled), Math.min(until, lastFire)),
    ...(family === 'run' && {
      duration: (scheduled: Instant) => (scheduled === anchor.scheduled ? seconds : lasts),
    }),
  };
  return simulate({
    from: anchor.scheduled,
    until: lastFire + settling(policy, Math.max(lasts, family === 'run' ? seconds : 0), count),
    jobs: { [name]: job },
    caps: { scheduled: {}, backfill: {}, groups: {} },
    outages: family === 'outage' ? [{ from: due, until: end, of: 'platform' }] : [],
    fullLanes: family === 'lane' ? [{ from: due, until: end }] : [],
  });
}

/** Long enough for what waits to be run one after the other, or to expire. */
function settling({ horizon, report }: PolicyMeaning, lasts: Seconds, fireCount: number): Seconds {
  const longest = Math.min(lasts, report?.lostAfter ?? lasts) + 1;
  return (horizon === 'unlimited' ? 0 : horizon) + longest * fireCount + 2;
}
