import type { Cron, CronClass } from './cron.ts';

/**
 * Tells whether an expression follows real time or the clock on the wall (design section 5).
 *
 * Judged by what it does and not by a `*` in its text: one whose hour field gives each of the 24 hours
 * fires in every hour of a day on which it fires.
 */
export function classOf(cron: Cron): CronClass {
  return cron.hours.length === 24 ? 'elapsed' : 'fixed';
}
