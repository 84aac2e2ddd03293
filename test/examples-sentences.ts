import { parseDuration } from '../compiler/manifest/index.ts';

/*
 * Reads a plan's text as a person does: sentence by sentence, each taken out once it is understood.
 */

export type Family = 'outage' | 'run' | 'lane';

export interface Condition {
  readonly text: string;
  readonly family: Family;
  /** The least length for which the sentence holds. */
  readonly least: number;
  /** The clock that is said to run out, and how long it is said to be. */
  readonly clock: { readonly name: string; readonly seconds: number };
}

/** `a fire is decided more than 1h (the new horizon) after it was due`. */
export function conditionOf(said: string): Condition {
  const family = said.startsWith('a fire is decided')
    ? 'outage'
    : said.startsWith('a run lasts')
      ? 'run'
      : 'lane';
  const [, beyond] = /more than (\S+) \(/.exec(said) ?? [];
  const [, reached = ''] = /(\S+) or more \(/.exec(said) ?? [];
  const [, name = ''] = /\((.*)\)/.exec(said) ?? [];
  const seconds = parseDuration(beyond ?? reached)!;
  const least = beyond === undefined ? seconds : seconds + 1;
  return { text: said, family, least, clock: { name, seconds } };
}

/** What a tenant sees of a fire. */
export interface Seen {
  readonly at?: number;
  readonly late?: boolean;
  readonly cause?: string;
}

/** The same facts, of an outcome in words: `dispatched 07:05, told as late`, `expired.outage`. */
export function parsed(outcome: string, due: number): Seen {
  const [, clockText, late] =
    /^dispatched (on time|\d\d:\d\d(?::\d\d)?)(, told as late)?$/.exec(outcome) ?? [];
  if (clockText === undefined) return { cause: outcome };
  const at = clockText === 'on time' ? due : instantOf(`${isoOf(due).slice(0, 10)} ${clockText}`);
  return { at, late: late !== undefined };
}

/** All wall times of this plan are London's in winter, which are UTC's. */
export function instantOf(wall: string): number {
  return Date.parse(`${wall.replace(' ', 'T')}Z`) / 1000;
}

export function isoOf(instant: number): string {
  return new Date(instant * 1000).toISOString().replace('.000', '');
}

export function countOf(written: string): number {
  return Number(written.replaceAll(',', ''));
}

export function flat(written: string): string {
  return written.replace(/\s+/g, ' ').trim();
}

/** Takes the sentences out of a part of a plan, one after the other, and tells what is left. */
export function sentencesOf(block: string) {
  let rest = flat(block);
  const without = (found: RegExpExecArray) => {
    rest = rest.slice(0, found.index) + rest.slice(found.index + found[0].length);
    return found;
  };
  return {
    take(pattern: RegExp): readonly (string | undefined)[] {
      const found = pattern.exec(rest);
      if (!found) throw new Error(`nothing like ${pattern} in: ${rest}`);
      return without(found);
    },
    takeAll(pattern: RegExp): readonly (readonly (string | undefined)[])[] {
      const all = [...rest.matchAll(pattern)];
      rest = rest.replace(pattern, '');
      return all;
    },
    left: () => flat(rest),
  };
}

/** The words of a page of markdown or HTML. */
export function plain(page: string): string {
  return flat(
    page
      .replace(/<style>.*?<\/style>/gs, '')
      .replace(/<[^>]*>/g, ' ')
      .replaceAll('&gt;', '>')
      .replaceAll('`', ''),
  );
}
