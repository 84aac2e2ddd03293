import { CallError } from '../source/index.ts';

const formats = ['text', 'json', 'markdown', 'html'] as const;

/** One rendering of a plan, to a file or to the standard output. */
export interface FormatRequest {
  readonly format: (typeof formats)[number];
  readonly file?: string;
}

/** Reads `text`, `json`, `html=plan.html`. */
export function readFormat(text: string): FormatRequest {
  const [name = '', ...rest] = text.split('=');
  const format = formats.find((known) => known === name);
  const file = rest.join('=');
  if (format === undefined)
    throw new CallError(`\`${name}\` is not a format`, 'there are text, json, markdown and html');
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
  const requests: FormatRequest[] = [...asked, ...(json ? [{ format: 'json' } as const] : []), ...files];
  // Files are kept for later; somebody is reading now, unless he asked for files and nothing else.
  const printed = requests.some(({ file }) => file === undefined) || asked.length > 0;
  const all = printed ? requests : [{ format: 'text' } as const, ...requests];
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
