import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Answer, runAlmanac, type Surroundings } from './compiler/cli/run-almanac.ts';

/** What a document shows is what a reader gets: examples, their plans, and every command that a README tells. */

const now = '2026-11-29T09:00:00Z';
const examples = readdirSync('examples', { withFileTypes: true }).filter((entry) => entry.isDirectory());
const folders = examples.map((entry) => `examples/${entry.name}`);

describe.each(folders)('%s', (folder) => {
  const sides = ['before', 'after'].map((side) => `${folder}/${side}`).filter((side) => existsSync(side));

  test('has nothing to warn of after the change, but for what is waived', async () => {
    const { code, stdout } = await run(['check', `${folder}/after`, '--now', now, '--fail-on', 'warning']);
    expect({ code, stdout }).toMatchObject({ code: 0 });
  });

  test('gives its plan', async () => {
    const base = existsSync(`${folder}/before`) ? `${folder}/before` : 'none';
    const answer = await run(['plan', `${folder}/after`, '--base', base, '--now', now, '--quiet']);
    expect({ code: answer.code, said: answer.code === 0 ? '' : answer.stderr }).toEqual({
      code: 0,
      said: '',
    });
    await expect(asIfBy2025c(answer.stdout)).toMatchFileSnapshot(`../${folder}/plan.txt`);
  });

  test('has a modeline at each document that leads to the schema of its kind', () => {
    for (const side of sides) {
      for (const file of readdirSync(side).filter((name) => name.endsWith('.yaml'))) {
        for (const document of readFileSync(`${side}/${file}`, 'utf8').split(/^---\n/m)) {
          const kind = /^kind: (\w+)$/m.exec(document)?.[1]?.toLowerCase();
          expect(document.split('\n')[0]).toBe(
            `# yaml-language-server: $schema=../../../schema/kinds/${kind}.schema.json`,
          );
          expect(existsSync(`schema/kinds/${kind}.schema.json`)).toBe(true);
        }
      }
    }
  });
});

describe('Documents', () => {
  const documents = ['README.md', 'examples/README.md', ...folders.map((folder) => `${folder}/README.md`)];
  const commands = documents.flatMap((path) =>
    fences(path, 'sh').flatMap((block) => commandsIn(block).map((command) => ({ path, command }))),
  );

  test.each(commands)('$path: $command', async ({ command }) => {
    const answer = await run(wordsOf(command));
    expect({ code: answer.code, said: answer.code === 0 ? '' : answer.stderr }).toEqual({
      code: 0,
      said: '',
    });
    expect(answer.stdout).not.toBe('');
  });

  test('the declarations that the README shows have nothing to warn of', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'almanac-readme-'));
    const [declarations = ''] = fences('README.md', 'yaml');
    const owner =
      'apiVersion: almanac/v1\nkind: Tenant\nmetadata: { name: library }\nspec: { owners: [library@example.org] }\n';
    writeFileSync(join(folder, 'jobs.yaml'), `${declarations}---\n${owner}`);
    const { code, stdout } = await run(['check', '.', '--fail-on', 'warning'], { cwd: folder });
    rmSync(folder, { recursive: true });
    expect({ code, stdout }).toMatchObject({ code: 0 });
  });

  test('the first command of the README prints the plan of the casework example', async () => {
    const [first = ''] = fences('README.md', 'sh').flatMap(commandsIn);
    expect(asIfBy2025c((await run(wordsOf(first))).stdout)).toBe(
      readFileSync('examples/casework/plan.txt', 'utf8'),
    );
  });

  test('what the README shows is what the commands print', async () => {
    const plan = readFileSync('examples/casework/plan.txt', 'utf8');
    let fresh = readFileSync('README.md', 'utf8');
    for (const block of fences('README.md', 'text'))
      fresh = fresh.replace(block, () => stretchOf(plan, block));
    for (const block of fences('README.md', 'console')) {
      const [line = ''] = block.split('\n');
      const { stdout } = await run(wordsOf(line.replace(/^\$ npx almanac /, '')));
      fresh = fresh.replace(block, () => `${line}\n${stdout.trimEnd()}\n`);
    }
    await expect(fresh).toMatchFileSnapshot('../README.md');
  });
});

/** Remembers nothing from other runs, which may have been made by other code. */
function run(words: readonly string[], surroundings?: Surroundings): Promise<Answer> {
  return runAlmanac([...words, '--no-cache'], surroundings);
}

/** The golden files were written with these time-zone data; another platform names its own and gives the same fires. */
function asIfBy2025c(text: string): string {
  return text.replace(`tzdata  ${process.versions.tz}`, 'tzdata  2025c');
}

function fences(path: string, language: string): string[] {
  return [...readFileSync(path, 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , text]) => text ?? '');
}

/** The part of a plan that begins as an excerpt begins, up to the next line that is not indented. */
function stretchOf(plan: string, excerpt: string): string {
  const [beginning = ''] = excerpt.split(/ {2,}|\n/);
  const from = plan.indexOf(`\n${beginning}`) + 1;
  const until = plan.slice(from + 1).search(/\n\S/);
  return `${plan.slice(from, from + 1 + until).trimEnd()}\n`;
}

/** The words after each `npx almanac` in a block of shell. */
function commandsIn(block: string): string[] {
  return [...block.matchAll(/\bnpx almanac (.*)$/gm)].map(([, rest]) => rest ?? '');
}

/** Splits a command line at spaces that are not in quotes, and takes the quotes off. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}
