import type { Manifest } from '../../schema/manifest.ts';
import type { Drift } from '../../schema/plan.ts';
import type { Instant, ZoneTable } from '../../schema/time.ts';
import { zoneOf } from '../manifest/index.ts';
import { offsetAt } from '../time/index.ts';
import type { JobPair } from './pair-jobs.ts';

/** Lists the zones whose tables differ between the sides, and the jobs that use them on both. */
export function zoneDrift(
  before: Manifest | undefined,
  after: Manifest,
  pairs: readonly JobPair[],
  looked: boolean,
): Drift {
  const zones = Object.entries(after.zones).flatMap(([zone, young]) => {
    const old = before?.zones[zone];
    if (!old || old.digest === young.digest) return [];
    const jobs = pairs.flatMap((pair) =>
      pair.before &&
      pair.after &&
      zoneOf(pair.before.schedule) === zone &&
      zoneOf(pair.after.schedule) === zone
        ? [`${pair.tenant}/${pair.job}`]
        : [],
    );
    return [{ zone, before: old.digest, after: young.digest, from: firstDifference(old, young), jobs }];
  });
  return { looked, zones };
}

/** The first instant at which two tables of a zone disagree, or at which only one of them still speaks. */
function firstDifference(before: ZoneTable, after: ZoneTable): Instant {
  const both = Math.min(before.until, after.until);
  const instants = [0, ...before.transitions, ...after.transitions].sort((a, b) => a - b);
  return instants.find((at) => at < both && offsetAt(before, at) !== offsetAt(after, at)) ?? both;
}
