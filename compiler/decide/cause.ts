/** Why a fire was not dispatched (design section 6.5). Closed; a cause never changes its meaning. */
export const fateCauses = [
  'expired.outage',
  'expired.overlap',
  'expired.group',
  'expired.lane',
  'expired.rate',
  'expired.target',
  'expired.hold',
  'catch-up.none',
  'collapsed',
  'overlap',
  'queue-full',
  'replaced',
  'paused',
  'revision-removed',
  'target-rejected',
  'quarantined',
] as const;
export type FateCause = (typeof fateCauses)[number];

/** What an open fire waits for. */
export const waitingCauses = [
  'waiting.spread',
  'waiting.overlap',
  'waiting.group',
  'waiting.lane',
  'waiting.rate',
  'waiting.target',
  'waiting.hold',
] as const;
export type WaitingCause = (typeof waitingCauses)[number];

/** How a run ended. `target-rejected` is a fate of the fire and not of a run. */
export type RunOutcome = 'succeeded' | 'failed' | 'cancelled' | 'lost' | 'undelivered' | 'delivered';
