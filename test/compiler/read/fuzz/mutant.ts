import fc from 'fast-check';
import { corpus } from './corpus.ts';

/** Pieces of which texts that break readers are made. */
const pieces = [
  ...'\t\n\r\0 :-?*&!|>%@`"\'#,[]{}<=.0',
  '\r\n',
  '---\n',
  '...\n',
  '---',
  '%YAML 1.1\n---\n',
  '- ',
  ': ',
  '? ',
  '<<: *a\n',
  '&a ',
  '*a',
  '!!binary ',
  '|\n',
  '>-\n',
  '{{ x }}',
  '\ufeff',
  '\u00a0',
  '\u2028',
  '“',
  '😀',
  '0x1F',
  '010',
  '1:30',
  '1e999',
  '.nan',
  '~',
  'no',
  '__proto__: x\n',
  'constructor: x\n',
  'apiVersion: almanac/v1\n',
  'kind: Job\n',
  '  ',
  '\u001b[2J',
  '[[[[[[[[[[[[[[[[[[',
  '{a: {a: {a: {a: ',
] as const;

/** One change of a text; `at` and `to` are shares of its length. */
type Change = readonly [
  kind: 'insert' | 'remove' | 'repeat' | 'move' | 'cut',
  at: number,
  to: number,
  piece: string,
];

const share = fc.double({ min: 0, max: 1, noNaN: true });
const change: fc.Arbitrary<Change> = fc.tuple(
  fc.constantFrom('insert', 'insert', 'insert', 'remove', 'repeat', 'move', 'cut'),
  share,
  share,
  fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 6 })),
);

/** Texts of the corpus with up to six changes, such as UTF-8 can hold: no halves of surrogate pairs. */
export const mutant: fc.Arbitrary<string> = fc
  .tuple(fc.nat(corpus.length - 1), fc.array(change, { minLength: 1, maxLength: 6 }))
  .map(([index, changes]) =>
    wellFormed(changes.reduce(apply, new TextDecoder().decode(corpus[index]).slice(0, 20_000))),
  );

function wellFormed(text: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));
}

function apply(text: string, [kind, at, to, piece]: Change): string {
  const first = Math.floor(at * text.length);
  const last = Math.min(text.length, first + Math.floor(to * 40));
  switch (kind) {
    case 'insert':
      return text.slice(0, first) + piece + text.slice(first);
    case 'remove':
      return text.slice(0, first) + text.slice(last);
    case 'repeat':
      return text.slice(0, last) + text.slice(first);
    case 'move': {
      const target = Math.floor(to * first);
      return text.slice(0, target) + text.slice(first, last) + text.slice(target, first) + text.slice(last);
    }
    case 'cut':
      return at > 0.5 ? text.slice(0, first) : text;
  }
}
