import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Manifest } from '../../schema/manifest.ts';
import { openRuntimeServer, type RuntimeServer } from '../support/runtime-server.ts';
import { hasTerraform, openTerraformBench, type TerraformBench } from '../support/terraform.ts';
import { statements } from './statements.ts';

const golden = (name: string) => `golden/${name}.txt`;

/** Other configurations and the runtime: what happens when somebody else is there, and when nobody is. */
describe.skipIf(!hasTerraform())('terraform, beside others', { timeout: 240_000 }, () => {
  let bench: TerraformBench;
  beforeAll(() => {
    bench = openTerraformBench();
  }, 120_000);
  afterAll(() => bench.dispose());

  /** A configuration of a source of its own that declares one job into somebody else's manifest. */
  const neighbour = (source: string, manifest: string, job: string, policy = '"nightly"') => ({
    'main.tf': statements['main.tf']
      .replace('"almanac.json"', JSON.stringify(manifest))
      .replace('terraform:statements', `terraform:${source}`),
    'declarations.tf': `resource "almanac_job" "neighbour" {
  tenant   = "benefits"
  name     = ${JSON.stringify(job)}
  schedule = { cron = var.cron, zone = var.zone }
  policy   = ${policy}
  target   = { pubsub = { topic = "projects/p/topics/${source}" } }
}
`,
  });
  const manifestIn = (folder: string) =>
    JSON.parse(readFileSync(join(folder, 'almanac.json'), 'utf8')) as Manifest;
  const jobsIn = (folder: string) => Object.keys(manifestIn(folder).tenants['benefits']?.jobs ?? {});

  test('a declaration has one source, and a plan on what is no longer in force is refused', async () => {
    const here = await bench.workspace(statements);
    const manifest = join(here.folder, 'almanac.json');
    expect((await here.run('apply', '-auto-approve')).code).toBe(0);
    const there = await bench.workspace(neighbour('reminders', manifest, 'statement-run'));
    const claimed = await there.run('plan');
    expect(claimed.code).toBe(1);
    await expect(claimed.text).toMatchFileSnapshot(golden('claimed'));

    const saved = await here.run('plan', '-var=horizon=1h', '-out=x.tfplan');
    expect(saved.code).toBe(0);
    there.write('declarations.tf', neighbour('reminders', manifest, 'reminders')['declarations.tf']);
    expect((await there.run('apply', '-auto-approve')).code).toBe(0);
    const stale = await here.run('apply', 'x.tfplan');
    expect(stale.code).toBe(1);
    // Which number it has is a matter of how many declarations went in one request.
    const told = stale.text.replace(/revision \d+/, 'revision N');
    await expect(told).toMatchFileSnapshot(golden('stale-plan'));

    const again = await here.run('plan', '-var=horizon=1h');
    expect(again.text).toContain('policy benefits/nightly: it also alters fires of a job declared elsewhere');
    expect(again.text).toMatch(/benefits\/reminders: \d+ altered of \d+ fires \(horizon 6h -> 1h/);
    expect(jobsIn(here.folder)).toEqual(['reminders', 'statement-run']);
  });

  test('of two applies at once, what says that it was applied is in force', async () => {
    const here = await bench.workspace(statements);
    const manifest = join(here.folder, 'almanac.json');
    expect((await here.run('apply', '-auto-approve')).code).toBe(0);
    const names = ['a', 'b', 'c'];
    const others = await Promise.all(names.map((name) => bench.workspace(neighbour(name, manifest, name))));
    const answers = await Promise.all(others.map((other) => other.run('apply', '-auto-approve')));
    const applied = names.filter((_, index) => answers[index]!.code === 0);
    expect(applied.length).toBeGreaterThan(0);
    expect(jobsIn(here.folder)).toEqual([...applied, 'statement-run']);
    for (const { code, text } of answers) if (code !== 0) expect(text).toContain('has come into force since');
    for (const other of others) expect((await other.run('apply', '-auto-approve')).code).toBe(0);
    expect(jobsIn(here.folder)).toEqual([...names, 'statement-run']);
  });

  describe('with a runtime', () => {
    let runtime: RuntimeServer;
    beforeAll(async () => {
      runtime = await openRuntimeServer('a-token', () => 1_800_000_000);
    });
    afterAll(() => runtime.down());
    const configuration = () => ({
      ...statements,
      'main.tf': `${statements['main.tf'].replace(
        'manifest_path = "almanac.json"',
        `endpoint      = "${runtime.address}"\n  token         = var.token`,
      )}\nvariable "token" {\n  default   = "a-token"\n  sensitive = true\n}\n`,
    });
    const inForce = () => Object.keys(runtime.store().manifest.tenants['benefits']?.jobs ?? {});

    test('applies to it, and finishes after it was away in the middle', async () => {
      const here = await bench.workspace(configuration());
      const stranger = await here.run('plan', '-var=token=another');
      expect(stranger.text).toContain('answered 401');
      expect(stranger.text).not.toContain('another');

      const gone = runtime.failAfter(1, 'down');
      const half = await here.run('apply', '-auto-approve');
      await gone;
      expect(half.code).toBe(1);
      expect(half.text).toMatch(/the runtime at http:\/\/127\.0\.0\.1:\d+ can't be reached: ECONNREFUSED/);
      expect(half.text).toContain('Terraform keeps what was applied before.');
      await runtime.up();
      expect((await here.run('apply', '-auto-approve')).code).toBe(0);
      expect(inForce()).toEqual(['statement-run']);
      expect((await here.run('plan', '-detailed-exitcode')).code).toBe(0);
    });

    test('applies once what was made and whose answer was lost', async () => {
      const here = await bench.workspace(configuration());
      for (const type of ['tenant.benefits', 'policy.nightly', 'calendar.easter', 'job.statement_run'])
        await here.run('import', `almanac_${type}`, importId(type));
      await here.run('apply', '-auto-approve');
      const { revisions } = runtime.store();
      const lost = runtime.failAfter(0, 'lose');
      const { code } = await here.run('apply', '-auto-approve', '-var=horizon=2h');
      await lost;
      expect(code).toBe(0);
      // The policy and the job, each once.
      expect(runtime.store().revisions['benefits']!.revision).toBe(revisions['benefits']!.revision + 1);
      expect((await here.run('plan', '-detailed-exitcode', '-var=horizon=2h')).code).toBe(0);
    });

    test('leaves no provider behind when it is killed', async () => {
      const here = await bench.workspace(configuration());
      for (const type of ['tenant.benefits', 'policy.nightly', 'calendar.easter', 'job.statement_run'])
        await here.run('import', `almanac_${type}`, importId(type));
      const hangs = runtime.failAfter(0, 'hang');
      const running = here.start('apply', '-auto-approve', '-no-color', '-var=horizon=3h');
      const ended = running.catch(() => {});
      await hangs;
      const providers = childrenOf(running.child.pid!);
      expect(providers.length).toBeGreaterThan(0);
      running.child.kill('SIGKILL');
      await ended;
      await expect.poll(() => providers.filter(isAlive), { timeout: 30_000 }).toEqual([]);
    });
  });
});

function importId(type: string): string {
  const name = { tenant: 'benefits', policy: 'benefits/nightly', calendar: 'benefits/easter' }[
    type.split('.')[0]!
  ];
  return name ?? 'benefits/statement-run';
}

function childrenOf(pid: number): readonly number[] {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' });
  return table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child!);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
