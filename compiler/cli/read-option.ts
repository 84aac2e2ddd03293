import { parseDuration } from '../manifest/index.ts';
import { CallError } from '../source/index.ts';

/** Reads a whole number from 1 on. */
export function readCount(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= 100_000) return count;
  throw new CallError(`\`${text}\` is not a count`, 'write a whole number from 1 to 100000');
}

/** Reads a duration to seconds. */
export function readDuration(text: string): number {
  const seconds = parseDuration(text);
  if (seconds !== undefined) return seconds;
  throw new CallError(
    `\`${text}\` is not a duration`,
    'write days, hours, minutes and seconds in that order: `90m`, `1d 12h`',
  );
}

/** Returns a reader of one of some words. */
export function readOneOf<Word extends string>(...words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const word = words.find((known) => known === text);
    if (word !== undefined) return word;
    throw new CallError(`\`${text}\` is not one of ${words.join(', ')}`);
  };
}
