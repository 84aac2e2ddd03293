import { formatDate, formatDuration, formatInstant, formatWall } from '../manifest/index.ts';

type Print = (value: unknown) => string;

const duration: Print = (value) => (typeof value === 'number' ? formatDuration(value) : plain(value));
const instant: Print = (value) => (typeof value === 'number' ? formatInstant(value) : plain(value));

/** How the numbers of a meaning are written, by the last words of their path. */
const printers: readonly (readonly [RegExp, Print])[] = [
  [/(^|\.)(lateAfter|horizon|startWithin|finishWithin|lostAfter|minBackoff|maxBackoff)$/, duration],
  [/(^|\.)(expectedDuration|every|timeout|retention)$/, duration],
  [/^(schedule\.spread|due)$/, duration],
  [/(^|\.)durations\.[^.]+$/, duration],
  [/(^|\.)(start|end|anchor|from|until|expires|instants)$/, instant],
  [/^validUntil$/, (value) => (typeof value === 'number' ? formatDate(value) : plain(value))],
  [/\.walls$/, (value) => (typeof value === 'number' ? formatWall(value) : plain(value))],
];

/** Returns a field's value as the tenant would write it; lists in brackets, the long ones cut. */
export function fieldText(path: string, value: unknown): string {
  if (Array.isArray(value)) {
    if (value.length === 1 && typeof value[0] !== 'object') return fieldText(path, value[0]);
    const shown = value.slice(0, 4).map((item) => fieldText(path, item));
    const more = value.length - shown.length;
    return `[${shown.join(', ')}${more > 0 ? `, and ${more} more` : ''}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(
      ([key, inner]) => `${key}: ${fieldText(`${path}.${key}`, inner)}`,
    );
    return `{ ${entries.join(', ')} }`;
  }
  const print = printers.find(([pattern]) => pattern.test(path))?.[1];
  return print ? print(value) : plain(value);
}

function plain(value: unknown): string {
  return typeof value === 'string' ? quoteIfOdd(value) : String(value);
}

/** Quotes what would not read as one word, so that `"30 1 * * *" -> "0 2 * * *"` has visible ends. */
function quoteIfOdd(text: string): string {
  const cut = text.length > 120 ? `${text.slice(0, 117)}...` : text;
  return /^[\w./@:+-]+$/.test(cut) ? cut : JSON.stringify(cut);
}
