import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderDiagnostics } from '../../../compiler/diagnostics/index.ts';
import { manifestCodes } from '../../../compiler/manifest/index.ts';
import { configCodes, planRules, rules } from '../../../compiler/rules/index.ts';
import { diagnose } from './diagnose.ts';

const root = 'test/cases/diagnostics';
const docs = 'docs/diagnostics';

const ruleNames = [...rules, ...planRules].map(({ name }) => name);
/** Refused where `overlap` undoes it, and warned of where `horizon` does: one name for one harm. */
const ruleAndRefusal = ['catch-up-defeated'];
const named = [...Object.keys(manifestCodes), ...Object.keys(configCodes), ...ruleNames];
const codes = [...new Set(named)];

describe('Each code of meaning, rules and configuration', () => {
  test.each(codes)('%s says what its case expects', async (code) => {
    const folder = join(root, code);
    const found = diagnose(folder);
    expect(found.map((diagnostic) => diagnostic.code)).toContain(code);
    const shown = renderDiagnostics(found, (file) => readFileSync(join(folder, file), 'utf8'), {
      colour: false,
    });
    await expect(`${shown}\n`).toMatchFileSnapshot(join('../../../', folder, 'expected.txt'));
  });

  test.each(codes)('%s is explained', (code) => {
    expect(existsSync(join(docs, `${code}.md`))).toBe(true);
  });
});

describe('A rule has one name', () => {
  const files = readdirSync('compiler/rules').map((file) => basename(file, '.ts'));

  test.each(ruleNames)('%s is a file that exports it', async (name) => {
    const module: Record<string, unknown> = await import(`../../../compiler/rules/${name}.ts`);
    expect(Object.values(module)).toContainEqual(expect.objectContaining({ name }));
  });

  test('every file with a rule is on one of the lists', async () => {
    const withRule: string[] = [];
    for (const file of files) {
      if (!existsSync(`compiler/rules/${file}.ts`)) continue;
      const module: Record<string, unknown> = await import(`../../../compiler/rules/${file}.ts`);
      if (Object.values(module).some(isRule)) withRule.push(file);
    }
    expect(withRule.sort()).toEqual([...ruleNames].sort());
  });

  test('no rule has the name of another code, but for what is refused in one form and warned of in another', () => {
    expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual(ruleAndRefusal);
  });
});

function isRule(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'check' in value && 'name' in value;
}
