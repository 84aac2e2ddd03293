import type { FireList, ListedFire, ListedOmission } from '../../../schema/fires.ts';
import { isoWall } from '../../explain/index.ts';
import { formatInstant } from '../../manifest/index.ts';
import { offsetText } from '../../time/index.ts';
import type { FireListing, FireRow, OmissionRow } from './list-fires.ts';

/** Returns a listing as `almanac fires --json` prints it (schema/fires.ts). */
export function toFireList({ fires, omissions }: FireListing): FireList {
  return { fires: fires.map(listedFire), omissions: omissions.map(listedOmission) };
}

function listedFire({ subject, scheduled, nominal, wall, offset, window }: FireRow): ListedFire {
  return {
    ...(subject.job !== undefined && { job: subject.job }),
    scheduled: formatInstant(scheduled),
    wall: isoWall(wall) + offsetText(offset),
    ...(nominal !== wall && { nominal: isoWall(nominal) }),
    ...(subject.spread > 0 && { due: formatInstant(scheduled + subject.spread) }),
    window: { from: formatInstant(window.from), to: formatInstant(window.to) },
  };
}

function listedOmission({ subject, omission }: OmissionRow): ListedOmission {
  const reason = omission.reason ?? omission.calendar;
  return {
    ...(subject.job !== undefined && { job: subject.job }),
    at: formatInstant(omission.at),
    nominal: isoWall(omission.nominal),
    cause: omission.cause,
    ...(reason !== undefined && { reason }),
  };
}
