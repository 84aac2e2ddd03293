import type { Cron } from './cron.ts';
export function canonicalCron(_cron: Cron): string {
  throw new Error('not written');
}
