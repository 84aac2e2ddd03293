const units: Readonly<Record<string, number>> = {
  s: 1,
  sec: 1,
  secs: 1,
  second: 1,
  seconds: 1,
  m: 60,
  min: 60,
  mins: 60,
  minute: 60,
  minutes: 60,
  h: 3600,
  hr: 3600,
  hrs: 3600,
  hour: 3600,
  hours: 3600,
  d: 86_400,
  day: 86_400,
  days: 86_400,
  w: 604_800,
  wk: 604_800,
  week: 604_800,
  weeks: 604_800,
};

/**
 * Rewrites what people write for a duration as Almanac writes it: `90 minutes`, `1.5h`, `PT15M`, `1:30`. Undefined
 * where nothing sure can be said, or where it is no whole number of seconds.
 */
export function rewriteDuration(text: string): string | undefined {
  const plain = text.trim().toLowerCase().replace(/^\+/, '');
  const seconds = clockSeconds(plain) ?? isoSeconds(plain) ?? wordSeconds(plain);
  return seconds !== undefined && Number.isSafeInteger(seconds) && seconds > 0 ? spell(seconds) : undefined;
}

/** `1:30`, `01:30:00`: hours first. */
function clockSeconds(text: string): number | undefined {
  const match = /^(\d{1,4}):([0-5]?\d)(?::([0-5]?\d))?$/.exec(text);
  return match ? Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3] ?? 0) : undefined;
}

/** ISO 8601, without years and months, which are no fixed time. */
function isoSeconds(text: string): number | undefined {
  const match = /^p(?=\w)(?:(\d+)w)?(?:(\d+)d)?(?:t(?=\d)(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?)?$/.exec(text);
  if (!match) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  return weeks * 604_800 + days * 86_400 + hours * 3600 + minutes * 60 + seconds;
}

function wordSeconds(text: string): number | undefined {
  const parts = [...text.matchAll(/(\d{1,8}(?:\.\d{1,4})?)\s*([a-z]+)(?:\s*,?\s*(?:and\s+)?)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) return undefined;
  let sum = 0;
  for (const [, count, unit = ''] of parts) {
    if (!Object.hasOwn(units, unit)) return undefined;
    sum += Number(count) * units[unit]!;
  }
  return Math.round(sum * 1e6) / 1e6;
}

function spell(seconds: number): string {
  const parts: string[] = [];
  let rest = seconds;
  for (const [unit, size] of [
    ['d', 86_400],
    ['h', 3600],
    ['m', 60],
    ['s', 1],
  ] as const) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.join('');
}
