import type { Cron } from './cron.ts';
export function describeCron(cron: Cron, _dayMatch?: 'either' | 'both'): string {
  return cron.text;
}
