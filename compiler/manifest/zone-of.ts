import type { Manifest, ScheduleMeaning, ZoneMeaning } from '../../schema/manifest.ts';

/** Returns the zone of a schedule, where it has one. */
export function zoneOf({ timing }: ScheduleMeaning): string | undefined {
  return 'zone' in timing ? timing.zone : undefined;
}

/** Returns the table of a schedule's zone in its own manifest, where it has one. */
export function tableOf({ zones }: Manifest, schedule: ScheduleMeaning): ZoneMeaning | undefined {
  const zone = zoneOf(schedule);
  return zone === undefined ? undefined : zones[zone];
}
