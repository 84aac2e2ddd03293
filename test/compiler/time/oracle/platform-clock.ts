import type { Instant, WallTime } from '../../../../schema/time.ts';

/**
 * Opens a zone's wall clock as the platform shows it.
 *
 * It reads the date and the time in full and never the offset, so that it goes another way through
 * ICU than the compiler does.
 */
export function openClock(zone: string): (instant: Instant) => WallTime {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (instant) => {
    // `31/12/1969, 23:15:30`
    const text = format.format(instant * 1000);
    const year = pair(text, 6) * 100 + pair(text, 8);
    const midnight = Date.UTC(year, pair(text, 3) - 1, pair(text, 0)) / 1000;
    return midnight + pair(text, 12) * 3600 + pair(text, 15) * 60 + pair(text, 18);
  };
}

function pair(text: string, at: number): number {
  return (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48;
}
