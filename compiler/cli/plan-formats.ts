import { CallError } from '../source/index.ts';

/** One rendering of a plan, to a file or to the standard output. */
export interface FormatRequest {
  readonly format: 'text' | 'json';
  readonly file?: string;
}

/** Reads `text`, `json`, `json=plan.json`. */
export function readFormat(text: string): FormatRequest {
  const [format, ...rest] = text.split('=');
  const file = rest.join('=');
  if (format !== 'text' && format !== 'json')
    throw new CallError(`\`${format}\` is not a format`, 'there are text and json');
  if (rest.length > 0 && file === '')
    throw new CallError(`\`${text}\` names no file`, `write \`${format}=<file>\`, or \`${format}\` alone`);
  return rest.length > 0 ? { format, file } : { format };
}

/**
 * Returns how a plan is to be rendered: as asked for, by default as text.
 *
 * @throws {CallError} where two renderings would go to one place.
 */
export function planFormats(
  asked: readonly FormatRequest[] = [],
  out: string | undefined,
  json: boolean,
): readonly FormatRequest[] {
  const files: FormatRequest[] = out === undefined ? [] : [{ format: 'json', file: out }];
  const formats: FormatRequest[] = [...asked, ...(json ? [{ format: 'json' } as const] : []), ...files];
  // Files are kept for later; somebody is reading now, unless he asked for files and nothing else.
  const printed = formats.some(({ file }) => file === undefined) || asked.length > 0;
  const all = printed ? formats : [{ format: 'text' } as const, ...formats];
  const places = all.map(({ file }) => file);
  const twice = places.find((place, i) => places.indexOf(place) !== i);
  if (new Set(places).size < places.length) {
    throw new CallError(
      twice === undefined
        ? 'two formats would go to the standard output'
        : `two formats would go to \`${twice}\``,
      'give one of them a file: `--format json=plan.json`',
    );
  }
  return all;
}
