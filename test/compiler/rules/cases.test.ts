import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderDiagnostics } from '../../../compiler/diagnostics/index.ts';
import { compileManifest, manifestCodes } from '../../../compiler/manifest/index.ts';
import { checkText, readYaml } from '../../../compiler/read/index.ts';
import {
  compileConfig,
  configCodes,
  rules,
  runRules,
  standardConfig,
} from '../../../compiler/rules/index.ts';
import { platformTzdata, zoneTable } from '../../../compiler/time/index.ts';
import type { Diagnostic } from '../../../schema/diagnostic.ts';

const root = 'test/cases/diagnostics';
const docs = 'docs/diagnostics';
/** 2026-11-29T09:00:00Z. */
const now = 1_795_942_800;

const ruleNames = rules.map(({ name }) => name);
const codes = [...Object.keys(manifestCodes), ...Object.keys(configCodes), ...ruleNames];

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

  test('every file with a rule is on the list', async () => {
    const withRule: string[] = [];
    for (const file of files) {
      if (!existsSync(`compiler/rules/${file}.ts`) || file === 'rules') continue;
      const module: Record<string, unknown> = await import(`../../../compiler/rules/${file}.ts`);
      if (Object.values(module).some(isRule)) withRule.push(file);
    }
    expect(withRule.sort()).toEqual([...ruleNames].sort());
  });

  test('no rule has the name of another code', () => {
    expect(new Set(codes).size).toBe(codes.length);
  });
});

function isRule(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'check' in value && 'name' in value;
}

/** Everything that is said of the files of a case, as `almanac check` would. */
function diagnose(folder: string): readonly Diagnostic[] {
  const read = checkText({
    path: 'input.yaml',
    bytes: readFileSync(join(folder, 'input.yaml')),
    named: true,
  });
  const { manifest, diagnostics } = compileManifest(read.documents, {
    tzdata: platformTzdata(),
    zoneTable,
    refused: read.refused,
    calendarFile: (declaredIn, path) => {
      const file = join(folder, dirname(declaredIn), path);
      return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    },
  });
  const configFile = join(folder, 'almanac.config.yaml');
  const configured = existsSync(configFile)
    ? configOf(configFile)
    : { config: standardConfig, diagnostics: [] };
  return [
    ...configured.diagnostics,
    ...read.diagnostics,
    ...diagnostics,
    ...runRules(manifest, read.documents, configured.config, now),
  ];
}

function configOf(file: string): ReturnType<typeof compileConfig> {
  const read = readYaml(basename(file), readFileSync(file));
  if (!read.document) throw new Error(read.diagnostics.map(({ message }) => message).join('\n'));
  const { config, diagnostics } = compileConfig(read.document);
  return { config, diagnostics: [...read.diagnostics, ...diagnostics] };
}
