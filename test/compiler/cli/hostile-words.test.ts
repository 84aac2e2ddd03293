import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeOutput } from '../../../compiler/cli/write-output.ts';
import { makeFolder, makeRepository } from '../source/make-folder.ts';
import { jobText, repositoryFiles } from './declarations.ts';
import { runAlmanac } from './run-almanac.ts';

/** Recolours the screen, and turns the writing round. */
const hostile = String.raw`\e[31mred \u202ednuor\u2028 there`;
const shown = String.raw`\u{1b}[31mred \u{202e}dnuor\u{2028} there`;
const obeyed = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const jobs = jobText().replace(
  'zone: Europe/London',
  `zone: Europe/London, skips: [{ at: "2026-12-01T01:30:00Z", reason: "${hostile}" }],
    extras: [{ at: "2026-12-01T00:00:00Z", reason: "${hostile}" }]`,
);

describe("a tenant's words never reach the terminal as commands to it", () => {
  test.each([
    ['fires', 'benefits/statement-run'],
    ['explain', 'benefits/statement-run', '2026-12-01T00:00:00Z'],
    ['explain', 'benefits/statement-run', '2026-12-01T01:30:00Z'],
  ])('%s %s %s', async (...words) => {
    const { path } = makeFolder({ ...repositoryFiles, 'jobs.yaml': jobs });
    const { stdout, stderr } = await runAlmanac(words, { cwd: path });
    expect(stdout).toContain(shown);
    expect(stdout + stderr).not.toMatch(obeyed);
  });

  test('nor do words of a call that is wrong', async () => {
    const { path } = makeRepository(repositoryFiles);
    const { code, stderr } = await runAlmanac(['plan', '--base', 'a\u001b[31m\u202eb'], { cwd: path });
    expect(code).toBe(1);
    expect(stderr).toContain(String.raw`a\u{1b}[31m\u{202e}b`);
    expect(stderr).not.toMatch(obeyed);
  });
});

describe('a file that is written', () => {
  test('takes the place of the one before in one piece, with its mode, and leaves nothing beside it', () => {
    const { path } = makeFolder({ 'plan.json': 'old' });
    chmodSync(join(path, 'plan.json'), 0o640);
    writeOutput(path, 'plan.json', 'new');
    writeOutput(path, 'deep/plan.json', 'new');
    expect(readFileSync(join(path, 'plan.json'), 'utf8')).toBe('new');
    expect(readdirSync(path)).toEqual(['deep', 'plan.json']);
    expect(readdirSync(join(path, 'deep'))).toEqual(['plan.json']);
  });

  test('is written through a link, which stays one', () => {
    const { path } = makeFolder({ 'a.json': 'old' });
    symlinkSync('a.json', join(path, 'link.json'));
    writeOutput(path, 'link.json', 'new');
    expect(readFileSync(join(path, 'a.json'), 'utf8')).toBe('new');
  });

  test('is not written over a folder, and the call is told so', () => {
    const { path } = makeFolder();
    mkdirSync(join(path, 'plan.json'));
    expect(() => writeOutput(path, 'plan.json', 'new')).toThrow(/`plan\.json` cannot be written/);
    expect(readdirSync(path)).toEqual(['plan.json']);
  });
});
