import type { FateCause, WaitingCause } from './cause.ts';

/** Where the answer that decided was written and reviewed. */
export interface Clause {
  /** For instance `policies.yaml:9`. */
  readonly place?: string;
  readonly revision?: number | string;
}

/**
 * The field of a declaration that decided, by cause: what a caller looks up to fill in a `Clause`. Causes that nobody
 * wrote anything for have none.
 */
export const clauseFields: Readonly<Record<FateCause | WaitingCause, string | undefined>> = {
  'expired.outage': 'policy.horizon',
  'expired.overlap': 'policy.horizon',
  'expired.group': 'policy.horizon',
  'expired.lane': 'policy.horizon',
  'expired.rate': 'policy.horizon',
  'expired.target': 'policy.horizon',
  'expired.hold': 'policy.horizon',
  'catch-up.none': 'policy.catchUp',
  collapsed: 'policy.catchUp',
  overlap: 'policy.overlap',
  'queue-full': 'policy.overlap',
  replaced: 'policy.overlap',
  paused: 'paused',
  'revision-removed': undefined,
  'target-rejected': 'target',
  quarantined: 'policy.horizon',
  'waiting.spread': 'schedule.spread',
  'waiting.overlap': 'policy.overlap',
  'waiting.group': 'tenant.groups',
  'waiting.lane': 'tenant.lanes',
  'waiting.rate': 'tenant.lanes',
  'waiting.target': 'target',
  'waiting.hold': 'paused',
};

/** Writes `, written at policies.yaml:9, reviewed in revision 41`, as far as it is known. */
export function clauseText({ place, revision }: Clause): string {
  return `${place === undefined ? '' : `, written at ${place}`}${revision === undefined ? '' : `, reviewed in revision ${revision}`}`;
}
