import type { Instant, Seconds } from '../../schema/time.ts';
import type { FateCause, WaitingCause } from './cause.ts';
import type { OpenFire } from './tenant-state.ts';

/** Step 1: whether it is too late for a fire. On the horizon's last second it is not. */
export function isExpired(due: Instant, horizon: Seconds | 'unlimited', now: Instant): boolean {
  return horizon !== 'unlimited' && now > due + horizon;
}

const afterWaiting: Readonly<Record<WaitingCause, FateCause>> = {
  // Its turn came and nobody was there to see it.
  'waiting.spread': 'expired.outage',
  'waiting.overlap': 'expired.overlap',
  'waiting.group': 'expired.group',
  'waiting.lane': 'expired.lane',
  'waiting.rate': 'expired.rate',
  'waiting.target': 'expired.target',
  'waiting.hold': 'expired.hold',
};

/** Returns the cause of an expiry: what the fire had been waiting for, or that nobody was there to see it. */
export function expiryCause({ waiting }: OpenFire): FateCause {
  return waiting === undefined ? 'expired.outage' : afterWaiting[waiting];
}
