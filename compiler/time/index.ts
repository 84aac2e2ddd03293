// The arithmetic of time, in three steps that never mix: cron fields -> wall times -> instants -> fires. See README.md.
export { canonicalCron } from './canonical-cron.ts';
export { civilOf, dayFromCivil, dayOf } from './civil-date.ts';
export { classOf } from './class-of.ts';
export type { Cron } from './cron.ts';
export { describeCron } from './describe-cron.ts';
export { type DstWindow, dstWindows } from './dst-windows.ts';
export {
  type Explanation,
  explainInstant,
  type NoFireReason,
} from './explain-instant.ts';
export { FIRES_MAX } from './fire-list.ts';
export { fires } from './fires.ts';
export { neverFires } from './never-fires.ts';
export { nextFire, previousFire } from './next-fire.ts';
export { instantsOf, offsetAt, wallOf } from './offset-at.ts';
export { omissions } from './omissions.ts';
export { type ParsedCron, parseCron } from './parse-cron.ts';
export { type ResolvedZone, resolveZone } from './resolve-zone.ts';
export { type RunWindow, runWindow } from './run-window.ts';
export { compileSchedule, type Fires, type Omission, type Schedule } from './schedule.ts';
export { smallestSpacing } from './smallest-spacing.ts';
export { spreadOffset } from './spread-offset.ts';
export {
  clockText,
  dateText,
  dayAndClockText,
  offsetIn,
  offsetText,
  weekdayOf,
  weekdaysText,
} from './wall-text.ts';
export { platformTzdata, zoneTable } from './zone-table.ts';
