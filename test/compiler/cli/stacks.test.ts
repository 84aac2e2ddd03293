// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are templates of Terraform

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runAlmanac } from './run-almanac.ts';

const scratch = mkdtempSync(join(tmpdir(), 'almanac-stacks-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function stack(minute: number): string {
  const resource = {
    almanac_tenant: { benefits: { name: 'benefits', owners: ['a@example.gov'] } },
    almanac_policy: {
      nightly: {
        tenant: 'benefits',
        name: 'nightly',
        late_after: '10m',
        horizon: '6h',
        overlap: 'skip',
        catch_up: 'latest',
        dst: { gap: 'shift', fold: 'first' },
        report: { start_within: '5m', finish_within: '2h', lost_after: '3h' },
      },
    },
    almanac_job: {
      'statement-run': {
        tenant: 'benefits',
        name: 'statement-run',
        schedule: { cron: `${minute} 1 * * *`, zone: 'Europe/London' },
        policy: '${almanac_policy.nightly.spec}',
        target: { http: { url: 'https://statements.example.gov/run' } },
      },
    },
  };
  return JSON.stringify({ resource }, null, 2);
}

const yaml = `apiVersion: almanac/v1
kind: Tenant
metadata: { name: housing }
spec: { owners: [a@example.gov] }
`;

/** A repository with what it holds; git ignores what CDKTF writes, as everybody has it. */
function repository(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(scratch, 'repository-'));
  for (const [path, text] of Object.entries({ '.gitignore': 'cdktf.out\n', ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.gov', ...args], { cwd: folder });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  return folder;
}

const changed = /30 1 \* \* \*.*-> .*45 1 \* \* \*/;

describe('almanac plan on stacks', () => {
  const cwd = repository({
    'cdktf.out/stacks/benefits/cdk.tf.json': stack(45),
    'cdktf.out/stacks/benefits/.terraform/modules/copy/cdk.tf.json':
      'no JSON, and not looked at: almanac_job',
    'cdktf.out/stacks/network/cdk.tf.json': '{ "resource": { "google_compute_network": {} } }',
    'before/cdktf.out/stacks/benefits/cdk.tf.json': stack(30),
    'tenants/housing.yaml': yaml,
  });

  test.each([
    ['a stack', 'cdktf.out/stacks/benefits/cdk.tf.json', 'before/cdktf.out/stacks/benefits/cdk.tf.json'],
    ['a folder of stacks', 'cdktf.out', 'before/cdktf.out'],
    ['a glob', 'cdktf.out/stacks/*/cdk.tf.json', 'before/cdktf.out'],
  ])('compares %s with another', async (_, path, base) => {
    const { code, stdout, stderr } = await runAlmanac(['plan', path, '--base', base, '--detailed-exitcode'], {
      cwd,
    });
    expect({ code, stderr }).toMatchObject({ code: 2 });
    expect(stdout).toMatch(changed);
    expect(stdout).toMatch(
      /^~ job benefits\/statement-run .*cdktf\.out\/stacks\/benefits\/cdk\.tf\.json:\d+$/m,
    );
  });

  test('compares with a manifest that was compiled of one', async () => {
    await runAlmanac(['compile', 'before/cdktf.out', '--out', 'main.json'], { cwd });
    const { stdout } = await runAlmanac(['plan', 'cdktf.out', '--base', 'main.json'], { cwd });
    expect(stdout).toMatch(changed);
  });

  test('compares with a commit, where stacks are committed', async () => {
    const committed = repository({ '.gitignore': '', 'cdktf.out/stacks/benefits/cdk.tf.json': stack(30) });
    writeFileSync(join(committed, 'cdktf.out/stacks/benefits/cdk.tf.json'), stack(45));
    const { stdout } = await runAlmanac(['plan', 'cdktf.out', '--base', 'HEAD'], { cwd: committed });
    expect(stdout).toMatch(changed);
  });

  test('reads a folder as ever where the path does not lead into cdktf.out', async () => {
    const { stdout } = await runAlmanac(['plan', '.', '--base', 'none'], { cwd });
    expect(stdout).toContain('+ tenant housing');
    expect(stdout).not.toContain('benefits');
  });

  test('reads stacks and YAML together where both are named', async () => {
    const { stdout } = await runAlmanac(['plan', '.', 'cdktf.out', '--base', 'none'], { cwd });
    expect(stdout).toContain('+ tenant housing');
    expect(stdout).toContain('+ job benefits/statement-run');
  });

  test('says where to look if there is nothing but stacks, and what to do if there is not even one', async () => {
    const only = repository({
      'cdktf.out/stacks/benefits/cdk.tf.json': stack(45),
      'empty/cdktf.out/manifest.json': '{}',
    });
    expect((await runAlmanac(['check', '.'], { cwd: only })).stderr).toContain(
      '`cdktf.out` is read where it is named',
    );
    expect((await runAlmanac(['check', 'empty/cdktf.out'], { cwd: only })).stderr).toContain(
      '`cdktf synth` writes one',
    );
  });

  test('says what rules find in the names that the stack has', async () => {
    const text = stack(45).replace('"finish_within": "2h",', '');
    const one = repository({ 'cdktf.out/stacks/benefits/cdk.tf.json': text });
    const { stdout } = await runAlmanac(['check', 'cdktf.out'], { cwd: one });
    expect(stdout).toMatch(
      /cdk\.tf\.json:\d+:\d+: warning: .*`report\.finish_within`.* \[dead-man-missing\]/,
    );
  });
});
