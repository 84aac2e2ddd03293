import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderDiagnostics } from '../../../compiler/diagnostics/index.ts';
import { readStacks, stackCodes } from '../../../compiler/stack/index.ts';

/** Every code of stacks has a folder with a stack that gets it and what is said then; further stacks beside it. */
const root = 'test/cases/diagnostics';

describe.each(Object.keys(stackCodes))('%s', (code) => {
  test.each(readdirSync(join(root, code)).filter((name) => name.endsWith('.tf.json')))(
    'is said of %s as expected',
    async (path) => {
      const bytes = readFileSync(join(root, code, path));
      const { diagnostics } = readStacks([{ path, bytes, named: true }]).get(path)!;
      expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
      const shown = renderDiagnostics(diagnostics, () => bytes.toString(), { colour: false });
      const expected = path === 'input.tf.json' ? 'expected' : path.replace('.tf.json', '.expected');
      await expect(`${shown}\n`).toMatchFileSnapshot(join('../../../', root, code, `${expected}.txt`));
    },
  );
});
