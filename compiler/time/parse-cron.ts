import type { Cron, CronFault } from './cron.ts';
export type ParsedCron =
  | { readonly kind: 'cron'; readonly cron: Cron }
  | { readonly kind: 'invalid'; readonly faults: readonly CronFault[] };
export function parseCron(_text: string): ParsedCron {
  throw new Error('not written');
}
