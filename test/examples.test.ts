import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Answer, runAlmanac, type Surroundings } from './compiler/cli/run-almanac.ts';

/** What a document shows is what a reader gets: examples, their plans, and every command that a README tells. */

const examples = readdirSync('examples', { withFileTypes: true }).filter((entry) => entry.isDirectory());
/** Those in YAML; what is declared in Terraform has its tests with the provider. */
const folders = examples
  .map((entry) => `examples/${entry.name}`)
  .filter((folder) => existsSync(`${folder}/after`));

/** The plan that an example's own page tells a reader to ask for. */
function planCommandOf(folder: string): readonly string[] {
  const commands = fences(`${folder}/README.md`, 'sh').flatMap(commandsIn);
  return wordsOf(commands.find((command) => command.startsWith('plan ')) ?? '');
}

describe.each(folders)('%s', (folder) => {
  const sides = ['before', 'after'].map((side) => `${folder}/${side}`).filter((side) => existsSync(side));
  const words = planCommandOf(folder);
  const clock = ['--now', words[words.indexOf('--now') + 1]!];

  test('has nothing to warn of after the change, but for what is waived or told in its check.txt', async () => {
    const told = existsSync(`${folder}/check.txt`);
    const strict = told ? [] : ['--fail-on', 'warning'];
    const { code, stdout } = await run(['check', `${folder}/after`, ...clock, ...strict]);
    expect({ code, stdout }).toMatchObject({ code: 0 });
    if (told) await expect(stdout).toMatchFileSnapshot(`../${folder}/check.txt`);
  });

  test('gives its plan', async () => {
    const answer = await run([...words, '--quiet']);
    expect({ code: answer.code, said: answer.code === 0 ? '' : answer.stderr }).toEqual({
      code: 0,
      said: '',
    });
    await expect(asIfBy2025c(answer.stdout)).toMatchFileSnapshot(`../${folder}/plan.txt`);
  });

  const pages = { markdown: `${folder}/plan.md`, html: `${folder}/plan.html` };
  const kept = Object.entries(pages).filter(([, page]) => existsSync(page));
  test.each(kept)('gives its plan as %s', async (format, page) => {
    const { code, stdout } = await run([...words, '--quiet', '--format', format]);
    expect(code).toBe(0);
    await expect(asIfBy2025c(stdout)).toMatchFileSnapshot(`../${page}`);
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

  test('the first command of the README prints the plan of an example', async () => {
    const [first = ''] = fences('README.md', 'sh').flatMap(commandsIn);
    const [, example = ''] = /examples\/([^/ ]+)/.exec(first) ?? [];
    expect(asIfBy2025c((await run(wordsOf(first))).stdout)).toBe(
      readFileSync(`examples/${example}/plan.txt`, 'utf8'),
    );
  });

  test.each(documents)('what %s shows is what the commands print', async (path) => {
    const written = readFileSync(path, 'utf8');
    let fresh = '';
    let copied = 0;
    for (const { language, block, at } of fencesIn(written)) {
      fresh += written.slice(copied, at);
      fresh += await asPrinted(language, block, exampleShownAt(path, written.slice(0, at)));
      copied = at + block.length;
    }
    fresh += written.slice(copied);
    await expect(fresh).toMatchFileSnapshot(`../${path}`);
  });
});

/** Remembers nothing from other runs, which may have been made by other code. */
function run(words: readonly string[], surroundings?: Surroundings): Promise<Answer> {
  return runAlmanac([...words, '--no-cache'], surroundings);
}

/** The golden files were written with these time-zone data; another platform names its own and gives the same fires. */
function asIfBy2025c(text: string): string {
  return text.replace(`${process.versions.tz} on both sides`, '2025c on both sides');
}

interface Fence {
  readonly language: string;
  readonly block: string;
  /** Where the block begins in its document. */
  readonly at: number;
}

function fencesIn(document: string): Fence[] {
  return [...document.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ({ index, 1: language = '', 2: block = '' }) => ({ language, block, at: index + language.length + 4 }),
  );
}

function fences(path: string, language: string): string[] {
  return fencesIn(readFileSync(path, 'utf8')).flatMap((fence) =>
    fence.language === language ? [fence.block] : [],
  );
}

/** The example whose plan a document shows: the one that it named last, or else that of its own folder. */
function exampleShownAt(path: string, above: string): string {
  return [...above.matchAll(/\]\(examples\/([\w-]+)/g)].at(-1)?.[1] ?? path.split('/')[1]!;
}

/** What a block of a document has to be, by what is printed now. */
async function asPrinted(language: string, block: string, example: string): Promise<string> {
  if (language === 'text') return stretchOf(readFileSync(`examples/${example}/plan.txt`, 'utf8'), block);
  if (language !== 'console') return block;
  const [line = ''] = block.split('\n');
  const { stdout } = await run(wordsOf(line.replace(/^\$ npx almanac /, '')));
  return `${line}\n${stdout.trimEnd()}\n`;
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
