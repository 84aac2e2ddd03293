import type { Seconds } from '../../../schema/time.ts';

const instants = new Set([
  'scheduled',
  'due',
  'decided',
  'dispatched',
  'deadline',
  'lostAt',
  'retryAt',
  'from',
  'to',
  'until',
  'expires',
  'start',
]);

/** Shifts every instant in a value, those in the names of fires and runs too. Small numbers are counts. */
export function shiftInstants<T>(value: T, by: Seconds): T {
  return JSON.parse(JSON.stringify(value), (key, part) => {
    if (typeof part === 'number') return instants.has(key) && part > 1e8 ? part + by : part;
    return typeof part === 'string'
      ? part.replace(/(?<=@)[\d-]+T[\d:]+Z/g, (name) => shiftName(name, by))
      : part;
  });
}

function shiftName(name: string, by: Seconds): string {
  return new Date(Date.parse(name) + by * 1000).toISOString().replace('.000Z', 'Z');
}
