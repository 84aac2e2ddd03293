import type { Schedule } from './schedule.ts';
export function neverFires(_schedule: Schedule): boolean {
  throw new Error('not written');
}
