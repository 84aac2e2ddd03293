import type { Seconds } from '../../schema/time.ts';

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

const pattern = /^(?=\d)(?:(\d{1,8})d)?(?:(\d{1,8})h)?(?:(\d{1,8})m)?(?:(\d{1,8})s)?$/;

/**
 * Reads a duration: one or more of days, hours, minutes and seconds in that order, `1d12h`, a day being 24 h
 * (design section 4). Returns undefined for any other text.
 */
export function parseDuration(text: string): Seconds | undefined {
  const match = pattern.exec(text);
  if (!match) return undefined;
  let seconds = 0;
  for (const [index, [, size]] of units.entries()) seconds += Number(match[index + 1] ?? 0) * size;
  return seconds;
}

/** Writes a duration as a declaration would, leaving out what is nought: 5,400 s is `1h30m`. */
export function formatDuration(seconds: Seconds): string {
  let rest = Math.abs(Math.round(seconds));
  const parts: string[] = [];
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return (seconds < 0 ? '-' : '') + (parts.join('') || '0s');
}
