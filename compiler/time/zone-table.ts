import type { ZoneTable } from '../../schema/time.ts';
export function platformTzdata(): string {
  return process.versions.tz ?? 'unknown';
}
export function zoneTable(_zone: string): ZoneTable {
  throw new Error('not written');
}
