import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderDiagnostics } from '../../../compiler/diagnostics/index.ts';
import { checkText, readCodes } from '../../../compiler/read/index.ts';
import { schemaCodes } from '../../../compiler/validate/index.ts';
import { generatedCases } from './generated-cases.ts';

/**
 * Every code of reading and of schemas has a folder with the text that gets it and what is said then. A folder may
 * hold more such texts, each beside its own expectation.
 */
const root = 'test/cases/diagnostics';
const codes = Object.keys({ ...readCodes, ...schemaCodes }).filter((code) => !(code in generatedCases));

describe.each(codes)('%s', (code) => {
  test.each(inputsOf(code))('is said of %s as expected', async (input) => {
    const bytes = readFileSync(join(root, code, input));
    const { diagnostics } = checkText({ path: input, bytes, named: true });
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
    const shown = renderDiagnostics(diagnostics, () => new TextDecoder().decode(bytes), { colour: false });
    const expected = input.replace(/\.\w+$/, '').replace(/^input$/, '');
    await expect(`${shown}\n`).toMatchFileSnapshot(
      join('../../../', root, code, expected ? `${expected}.expected.txt` : 'expected.txt'),
    );
  });
});

function inputsOf(code: string): string[] {
  const folder = join(root, code);
  return existsSync(folder)
    ? readdirSync(folder).filter((name) => /\.(?:ya?ml|bin)$/.test(name))
    : ['input.yaml'];
}
