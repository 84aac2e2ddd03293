import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasTerraform, openTerraformBench, type TerraformBench } from '../support/terraform.ts';
import { statements } from './statements.ts';

/** Terraform with the runtime that `almanac up` starts: nothing in between is ours but what is shipped. */
describe.skipIf(!hasTerraform())('terraform with almanac up', { timeout: 240_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-up-'));
  // Beside the package, whose version the command line reads.
  const dist = join('dist', `terraform-test-${process.pid}`);
  let bench: TerraformBench;
  let runtime: ChildProcess;
  let address = '';

  beforeAll(async () => {
    bench = openTerraformBench();
    execFileSync(process.execPath, ['build.js', dist]);
    writeFileSync(
      join(folder, 'tenant.yaml'),
      'apiVersion: almanac/v1\nkind: Tenant\nmetadata: { name: library }\nspec: { owners: [library@example.org] }\n',
    );
    runtime = spawn(process.execPath, [join(dist, 'almanac.js'), 'up', folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    address = await new Promise<string>((resolve, reject) => {
      runtime.once('exit', (code) => reject(new Error(`almanac up ended with ${code}`)));
      createInterface(runtime.stderr!).on('line', (line) => {
        const at = /API at (http:\S+?);/.exec(line)?.[1];
        if (at) resolve(at);
      });
    });
  }, 240_000);

  afterAll(async () => {
    if (runtime.exitCode === null) {
      const ended = once(runtime, 'exit');
      runtime.kill('SIGTERM');
      await ended;
    }
    bench.dispose();
    rmSync(folder, { recursive: true, force: true });
    rmSync(dist, { recursive: true, force: true });
  });

  const manifest = async (tenant: string) => {
    const answer = await fetch(`${address}/v1/tenants/${tenant}/manifest`);
    return (await answer.json()) as {
      revision: number;
      manifest: { tenants: Record<string, { jobs: object }> };
    };
  };

  test('declares, changes, is refused what belongs to files, and takes everything back', async () => {
    const here = await bench.workspace({
      ...statements,
      'main.tf': statements['main.tf'].replace(
        'manifest_path = "almanac.json"',
        `endpoint      = "${address}"`,
      ),
    });
    expect((await here.run('apply', '-auto-approve')).text).toContain('Resources: 6 added');
    const { revision, manifest: inForce } = await manifest('benefits');
    expect(Object.keys(inForce.tenants['benefits']!.jobs)).toEqual(['statement-run']);
    expect((await here.run('plan', '-detailed-exitcode')).code).toBe(0);

    const changed = await here.run('apply', '-auto-approve', '-var=horizon=1h');
    expect(changed.text).toContain('job benefits/statement-run: 287 altered of 287 fires');
    expect(changed.text).toContain('Resources: 0 added, 2 changed, 0 destroyed.');
    expect((await manifest('benefits')).revision).toBeGreaterThan(revision);
    expect((await here.run('plan', '-detailed-exitcode', '-var=horizon=1h')).code).toBe(0);

    here.write(
      'library.tf',
      'resource "almanac_tenant" "library" {\n  name   = "library"\n  owners = ["b@example.org"]\n}\n',
    );
    const claimed = await here.run('plan', '-var=horizon=1h');
    expect(claimed.text).toMatch(/Error: Tenant library belongs to the source `\S+`/);
    here.write('library.tf', '');

    expect((await here.run('destroy', '-auto-approve')).text).toContain('Resources: 6 destroyed.');
  });
});
