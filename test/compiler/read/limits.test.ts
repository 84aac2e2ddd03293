import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderDiagnostics } from '../../../compiler/diagnostics/index.ts';
import { checkText } from '../../../compiler/read/index.ts';
import { generatedCases } from './generated-cases.ts';

const head = 'apiVersion: almanac/v1\nkind: Job\nmetadata: { tenant: benefits, name: hostile }\nspec:\n  a: ';
const length = 500 * 1024;

describe('A text that is too large', () => {
  test.each(Object.entries(generatedCases))('gets %s, as expected', async (code, make) => {
    const { diagnostics } = checkText({ path: 'input.yaml', bytes: make(), named: true });
    const last = diagnostics.filter((diagnostic) => diagnostic.code === code);
    const shown = renderDiagnostics(last, () => undefined, { colour: false });
    await expect(`${shown}\n`).toMatchFileSnapshot(join('../../cases/diagnostics', code, 'expected.txt'));
  });

  test('has at most 100 remarks, the errors first, and one that says how many more', () => {
    const { diagnostics } = checkText({
      path: 'input.yaml',
      bytes: generatedCases['too-many-remarks']!(),
      named: true,
    });
    expect(diagnostics).toHaveLength(101);
    expect(diagnostics.at(-1)).toMatchObject({
      code: 'too-many-remarks',
      message: '1,100 more remarks on this file',
    });
  });

  test('of another program is passed over', () => {
    const bytes = new TextEncoder().encode(
      `kind: ConfigMap\ndata: |\n${'  image: almanac/x\n'.repeat(100_000)}`,
    );
    expect(checkText({ path: 'input.yaml', bytes, named: false })).toMatchObject({
      diagnostics: [],
      passedOver: 1,
    });
  });
});

/** Shapes for which the parser alone would need seconds or minutes, or the stack would not do. */
const hostile: Readonly<Record<string, string>> = {
  'commas in a list': `[${','.repeat(length)}]`,
  'items in a list': `[${'1,'.repeat(length / 2)}]`,
  'brackets that open': '['.repeat(length),
  'brackets that close': ']'.repeat(length),
  'braces in pairs': '{}'.repeat(length / 2),
  'dashes of lists in lists': `\n${'- '.repeat(length / 2)}`,
  'question marks': `\n${'? '.repeat(length / 2)}`,
  'stars without a name': '* '.repeat(length / 2),
  'expressions without quotes': `\n${'  - */5 * * * *\n'.repeat(length / 16)}`,
  'tabs at the beginning of lines': `\n${'\tb: c\n'.repeat(length / 6)}`,
  'quotes in pairs': '"'.repeat(length),
  'a quote that never closes': `"${'x y\n'.repeat(length / 4)}`,
  'escapes that are none': `"${'\\q'.repeat(length / 2)}"`,
  'colons in a row': 'b: '.repeat(length / 3),
  'blank lines': '\n'.repeat(length),
  'comment lines': `\n${'#\n'.repeat(length / 2)}`,
  'tags that mean nothing': `\n${'  - !x y\n'.repeat(length / 9)}`,
  'anchors and aliases': `&b [x]\n  c: [${'*b,'.repeat(length / 3)}]`,
  'one long word': 'x'.repeat(length),
  'one long key': `\n  ${'x'.repeat(length)}: 1`,
  'different keys': `{${Array.from({ length: length / 10 }, (_, index) => `k${index}: 1`).join(', ')}}`,
  'the same key': `{${'k: 1, '.repeat(length / 6)}}`,
  'numbers as keys': `{${Array.from({ length: length / 10 }, (_, index) => `${length - index}: 1`).join(', ')}}`,
  'indents one deeper each': Array.from({ length: 900 }, (_, index) => `\n${' '.repeat(index + 4)}b:`).join(
    '',
  ),
  'a block of text': `|\n${'    x\n'.repeat(length / 6)}`,
  'letters of two units': `"${'\u{1f600}'.repeat(length / 2)}"`,
};

describe('A hostile document', () => {
  // The promise is one second on a small machine; three leave room for a busy one.
  test.each(Object.keys(hostile))('of %s is answered in a moment', { timeout: 3_000 }, (shape) => {
    const bytes = new TextEncoder().encode(head + hostile[shape]);
    const { documents, diagnostics } = checkText({ path: 'input.yaml', bytes, named: true });
    expect(documents).toEqual([]);
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(diagnostics.length).toBeLessThanOrEqual(101);
  });

  test('of documents without end is cut off', { timeout: 3_000 }, () => {
    const bytes = new TextEncoder().encode('---\n'.repeat(4_000_000));
    const { diagnostics } = checkText({ path: 'input.yaml', bytes, named: true });
    expect(diagnostics.map(({ code }) => code)).toContain('file-too-large');
  });
});
