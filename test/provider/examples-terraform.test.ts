import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runAlmanac } from '../compiler/cli/run-almanac.ts';
import { installProvider, terraform, usingMirror, withoutTerraform } from './run-terraform.ts';

/** Terraform starts the provider eleven times in a test, and machines have other things to do. */
const patience = 180_000;

/** The casework service in HCL and in CDKTF means what it means in YAML, by whichever way it comes to a manifest. */

const scratch = mkdtempSync(join(tmpdir(), 'almanac-examples-'));
const mirror = withoutTerraform ? undefined : installProvider();
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
  if (mirror) rmSync(mirror, { recursive: true, force: true });
});

const digestIn = (text: string) => (JSON.parse(text) as { digest: string }).digest;
const digestOf = async (path: string) => digestIn((await runAlmanac(['compile', path])).stdout);
const ofYaml = await digestOf('examples/casework/after');

/** Shell commands of a README's blocks. */
function commandsIn(path: string): readonly string[] {
  const blocks = readFileSync(path, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm);
  return [...blocks].flatMap(([, block = '']) => block.trim().split('\n'));
}

describe('casework-terraform', () => {
  test.skipIf(withoutTerraform)(
    'gives the digest of the YAML, and shows what its README promises',
    { timeout: patience },
    () => {
      const cwd = join(scratch, 'casework');
      cpSync('examples/casework-terraform', cwd, {
        recursive: true,
        filter: (path) => !/\.terraform|tfstate|manifest/.test(path),
      });
      const env = {
        ...process.env,
        TF_CLI_ARGS: '-no-color',
        TF_IN_AUTOMATION: '1',
        ...usingMirror(mirror!),
      };
      const said = commandsIn('examples/casework-terraform/README.md').map((command) => {
        const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd, env, encoding: 'utf8' });
        expect({ command, status, stderr }).toMatchObject({ status: 0 });
        return stdout;
      });
      expect(digestIn(readFileSync(join(cwd, 'manifest.json'), 'utf8'))).toBe(ofYaml);
      const plan = said.at(-1)!;
      expect(plan).toMatch(
        /~ "\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ" = ".*expires after 1h.*" -> ".*expires after 6h.*"/,
      );
      expect(plan).toMatch(/altered of \d+ fires \(horizon 1h -> 6h: each expires 5h later\)/);
      expect(plan).toMatch(/^Plan: 0 to add, 3 to change, 0 to destroy\.$/m);
    },
  );
});

describe('casework-cdktf', () => {
  const out = join(scratch, 'cdktf.out');
  const { app } = JSON.parse(readFileSync('examples/casework-cdktf/cdktf.json', 'utf8')) as { app: string };
  const synthesis = spawnSync('sh', ['-c', app], {
    cwd: 'examples/casework-cdktf',
    env: { ...process.env, CDKTF_OUTDIR: out },
    encoding: 'utf8',
  });

  test('is synthesized by the command in its cdktf.json, with nothing to remark', () => {
    expect({ code: synthesis.status, said: synthesis.stderr }).toEqual({ code: 0, said: '' });
    const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
    expect(manifest.stacks.casework.annotations).toEqual([]);
  });

  test('gives the digest of the YAML', async () => {
    expect(await digestOf(out)).toBe(ofYaml);
  });

  test('is planned as the YAML is, in other places', async () => {
    const base = ['--base', 'examples/casework/before', '--now', '2026-11-29T09:00:00Z', '--quiet'];
    const planned = async (path: string) => (await runAlmanac(['plan', path, ...base])).stdout;
    // All but where a declaration stands, and the columns that its place moves.
    const bare = (text: string) =>
      text
        .split('\n')
        .filter((line) => !/^ {2}(after|base) /.test(line))
        .map((line) => line.replace(/ {2,}\S+\.(?:yaml|json):\d+/, '').replace(/(?<=\S) {2,}/g, '  '));
    expect(bare(await planned(out))).toEqual(bare(await planned('examples/casework/after')));
  });

  const told = commandsIn('examples/casework-cdktf/README.md').filter((command) =>
    command.startsWith('npx almanac'),
  );
  test.each(told)('is planned as its README says: %s', async (command) => {
    const words = command.split(' ').slice(2);
    const { code, stdout, stderr } = await runAlmanac(
      words.map((word) => (word === 'cdktf.out' ? out : word)),
      { cwd: 'examples/casework-cdktf' },
    );
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).not.toBe('');
  });

  test.skipIf(withoutTerraform)(
    'applied by Terraform, it gives the same digest again',
    { timeout: patience },
    () => {
      const cwd = join(out, 'stacks/casework');
      const env = usingMirror(mirror!);
      expect(terraform(cwd, ['init'], env)).toMatchObject({ code: 0 });
      expect(terraform(cwd, ['apply', '-auto-approve'], env)).toMatchObject({ code: 0 });
      expect(digestIn(readFileSync(join(cwd, 'manifest.json'), 'utf8'))).toBe(ofYaml);
      expect(terraform(cwd, ['plan', '-detailed-exitcode'], env)).toMatchObject({ code: 0 });
    },
  );
});
