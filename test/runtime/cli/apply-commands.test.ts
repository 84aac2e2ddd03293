import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, createApi } from '../../../runtime/api/index.ts';
import type { Plan } from '../../../schema/plan.ts';
import { runAlmanac } from '../../compiler/cli/run-almanac.ts';
import { manifestOf } from '../../examples-nights.ts';
import { type Driver, openDriver } from '../../support/drive-shard.ts';

const at = (text: string) => Date.parse(text) / 1000;
const example = 'examples/morning-after';
const evening = '2026-11-29T20:00:00Z';
const morning = '2026-11-30T08:40:00Z';

let folder: string;
let driver: Driver;
let api: Api;
let url: string;

/** The benefits service of the example behind its API: put in force in the evening, then a night with an outage. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'almanac-apply-'));
  const { tenants } = await manifestOf(`${example}/before`, evening);
  const jobs = tenants['benefits']!.jobs;
  driver = openDriver({
    start: at(evening),
    file: join(folder, 'ledger.db'),
    runs: ({ run }) => ({ lasts: jobs[run.job]?.expectedDuration ?? 60, outcome: 'succeeded' }),
  });
  const pause = async () => {
    driver.sleep(driver.now + 1);
    await driver.tick();
  };
  api = createApi({ ledger: driver.ledger, version: '0.0.0-test', apply: { pause } });
  url = await api.listen({ host: '127.0.0.1', port: 0 });
}, 60_000);

afterAll(async () => {
  await api.close();
  await driver.ledger.close();
  rmSync(folder, { recursive: true, force: true });
});

const file = (name: string) => join(folder, name);

async function almanac(now: string, ...args: string[]) {
  const { code, stdout, stderr } = await runAlmanac([...args, '--now', now], {
    env: { ALMANAC_RUNTIME: url, ALMANAC_PRINCIPAL: 'user:ann@example.gov' },
  });
  const plain = (text: string) => text.replaceAll(url, 'RUNTIME').replaceAll(`${folder}/`, '');
  return { code, stdout: plain(stdout), stderr: plain(stderr) };
}

const plan = (now: string, side: string, out: string, ...args: string[]) =>
  almanac(now, 'plan', `${example}/${side}`, '--base', url, '--out', file(out), ...args);

const golden = (name: string) => `./golden/apply/${name}.txt`;

// In the order in which a team does it; each test goes on where the one before stopped.
describe('From a pull request to what is in force', () => {
  test('the first plan says that nothing is in force, and until when it can be applied', async () => {
    const { code, stdout } = await plan(evening, 'before', 'first.json', '--quiet');
    expect(code).toBe(0);
    expect(stdout).toContain('  before  nothing\n');
    expect(stdout).toMatch(/It can be applied until 2026-12-06T20:00:00Z as `files` at [0-9a-f]{12}/);
  });

  test('apply puts it in force', async () => {
    const { code, stdout, stderr } = await almanac(evening, 'apply', file('first.json'));
    expect(stderr).toBe('');
    expect(stdout).toBe('benefits: applied as revision 1, in force from 2026-11-29T20:00:01Z on\n');
    expect(code).toBe(0);
  });

  test('apply again says that nothing is left', async () => {
    const { code, stdout } = await almanac(evening, 'apply', file('first.json'));
    expect(stdout).toBe(
      'benefits: was applied before, as revision 1, in force from 2026-11-29T20:00:01Z on\nNothing left to apply: this plan was applied before.\n',
    );
    expect(code).toBe(0);
  });

  test('the morning after, a plan tells what waits, and what the night would have been', async () => {
    await driver.run(at('2026-11-30T00:59:59Z'));
    driver.sleep(at('2026-11-30T07:05:00Z'));
    await driver.run(at(morning));
    const { code, stdout } = await plan(morning, 'after', 'second.json', '--replay', '13h', '--quiet');
    expect(code).toBe(0);
    await expect(stdout.replace(/ at [0-9a-f]{12}( with changes)?\.\n/, ' at COMMIT.\n')).toMatchFileSnapshot(
      golden('plan-morning-after'),
    );
  });

  test('the same as a comment and as a page', async () => {
    const { code } = await plan(
      morning,
      'after',
      'second.json',
      '--replay',
      '13h',
      '--quiet',
      '--format',
      `markdown=${file('plan.md')}`,
      '--format',
      `html=${file('plan.html')}`,
    );
    expect(code).toBe(0);
    for (const name of ['plan.md', 'plan.html'])
      expect(readFileSync(file(name), 'utf8')).toContain('replay of benefits, 2026-11-29T20:00:02Z');
  });

  test('a finding that nobody has seen stops the apply', async () => {
    const { code, stdout, stderr } = await almanac(
      morning,
      'apply',
      file('second.json'),
      '--fail-on',
      'warning',
    );
    expect(code).toBe(3);
    await expect(`${stdout}${stderr}`).toMatchFileSnapshot(golden('apply-stopped'));
    expect((await almanac(morning, 'revisions')).stdout).toMatch(/^benefits +1 /m);
  });

  test('a colleague approves it, having seen the findings', async () => {
    const { code, stdout } = await almanac(
      morning,
      'approve',
      file('second.json'),
      '--quiet',
      '--principal',
      'user:bob@example.gov',
      '--comment',
      'with the owners',
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Approved by user:bob@example\.gov at 2026-11-30T08:40:0\dZ, having seen /);
  });

  test('then it is applied, and what waited is decided by it', async () => {
    const { code, stdout } = await almanac(morning, 'apply', file('second.json'), '--fail-on', 'warning');
    await expect(stdout).toMatchFileSnapshot(golden('apply-approved'));
    expect(code).toBe(0);
  });

  test('a plan of before is refused by now', async () => {
    const old = JSON.parse(readFileSync(file('second.json'), 'utf8')) as Plan;
    writeFileSync(file('old.json'), JSON.stringify({ ...old, digest: `sha256:${'1'.repeat(64)}` }));
    const { code, stderr } = await almanac(morning, 'apply', file('old.json'));
    expect(code).toBe(5);
    expect(stderr).toBe(
      'almanac apply: something else is in force than what the plan compared with: in `benefits` revision 2, by user:ann@example.gov, and not revision 1\n  help: make the plan again, and have it reviewed again\n',
    );
  });

  test('revisions tell who changed what and who reviewed it', async () => {
    const { code, stdout } = await almanac(morning, 'revisions', 'benefits');
    expect(code).toBe(0);
    expect(
      stdout.replace(/[0-9a-f]{12}(\+changes)?/g, (word) => (word.length > 12 ? 'COMMIT' : word)),
    ).toMatch(
      /^revision +in force from +applied by +approved by +source +plan\n2 +2026-11-30T08:40:0\dZ +user:ann@example\.gov +user:bob@example\.gov +files \S+ +sha256:[0-9a-fA-F]+\n1 /,
    );
  });

  test('diff shows a change again', async () => {
    const { code, stdout } = await almanac(
      morning,
      'diff',
      'benefits@1',
      'benefits@2',
      '--detailed-exitcode',
    );
    expect(code).toBe(2);
    expect(stdout).toContain('  before  benefits revision 1');
    expect(stdout).toContain('policy.horizon   6h -> 1h');
    const same = await almanac(morning, 'diff', 'benefits@2', '--detailed-exitcode');
    expect(same.code).toBe(0);
    expect(same.stdout).toContain('No changes of meaning.');
  });

  test('revert makes a plan back, which is applied like any other', async () => {
    const { code, stdout } = await almanac(morning, 'revert', 'benefits@1', '--out', file('back.json'));
    expect(code).toBe(0);
    expect(stdout).toContain('policy.horizon   1h -> 6h');
    expect(stdout).toContain('It can be applied until 2026-12-01T08:40');
    const applied = await almanac(morning, 'apply', file('back.json'));
    expect(applied.stdout).toMatch(/^benefits: applied as revision 3, /m);
    const after = await almanac(morning, 'diff', 'benefits@1', 'benefits@3');
    expect(after.stdout).toContain('No changes of meaning.');
    // The repository proposes the change again.
    const again = await plan(morning, 'after', 'third.json', '--detailed-exitcode', '--quiet');
    expect(again.code).toBe(2);
  });

  test('verify proves the whole of it', async () => {
    const ledger = ['--ledger', `sqlite:${file('ledger.db')}`];
    const heads = file('heads.jsonl');
    const { code, stdout } = await almanac(morning, 'verify', ...ledger);
    expect(stdout).toContain('Nothing is wrong: every entry follows the one before it');
    expect(stdout).toContain('  unanchored: ');
    expect(code).toBe(0);
    expect((await almanac(morning, 'verify', ...ledger, '--write-anchor', heads)).code).toBe(0);
    const anchored = await almanac(morning, 'verify', ...ledger, '--anchor', heads);
    expect(anchored.stdout).toContain('  anchored: the journals lead to 2 heads');
    writeFileSync(heads, readFileSync(heads, 'utf8').replace(/"hash":"../, '"hash":"zz'));
    const forged = await almanac(morning, 'verify', ...ledger, '--anchor', heads);
    expect(forged.code).toBe(3);
    expect(forged.stdout).toMatch(
      /^anchor {4}shard \d, entry \d+: it is not the entry whose hash was kept outside/m,
    );
  });
});

describe('What is declared elsewhere', () => {
  test('stays as it is, and is not declared twice', async () => {
    const tenant = join(folder, 'tenant.yaml');
    const job = join(folder, 'job.yaml');
    writeFileSync(
      tenant,
      `apiVersion: almanac/v1
kind: Tenant
metadata: { name: housing }
spec: { owners: ["team@example.gov"] }
---
apiVersion: almanac/v1
kind: Policy
metadata: { tenant: housing, name: plain }
spec: { lateAfter: 10m, horizon: 6h, overlap: skip, catchUp: latest, dst: { gap: shift, fold: first } }
`,
    );
    writeFileSync(
      job,
      `apiVersion: almanac/v1
kind: Job
metadata: { tenant: housing, name: rents }
spec:
  schedule: { cron: "0 3 * * *", zone: Europe/London }
  policy: plain
  target: { http: { url: "https://housing.example.gov/rents" } }
`,
    );
    const put = async (path: string, source: string) => {
      const out = file('housing.json');
      const planned = await almanac(morning, 'plan', path, '--base', url, '--source', source, '--out', out);
      return planned.code === 0 ? await almanac(morning, 'apply', out) : planned;
    };
    expect((await put(tenant, 'platform')).stdout).toContain('housing: applied as revision 1');
    expect((await put(job, 'housing-team')).stdout).toContain('housing: applied as revision 2');
    const { stdout } = await almanac(morning, 'diff', 'housing@1', 'housing@2');
    expect(stdout).toContain('+ job housing/rents');
    expect(stdout).not.toContain('- policy');

    const both = await put(`${folder}/*.yaml`, 'housing-team');
    expect(both.code).toBe(1);
    expect(both.stderr).toContain(
      'declared twice: Tenant `housing/housing` (tenant.yaml:1) belongs to the source `platform`; Policy `housing/plain` (tenant.yaml:6) belongs to the source `platform`; here `housing-team` declares them too',
    );
  });
});

describe('What is planned without paths', () => {
  test("is all that the source has: a tenant that is gone is taken out, another source's stays", async () => {
    const repository = join(folder, 'repository');
    mkdirSync(repository);
    const config = 'source: two-tenants\napprovals: 1\n';
    writeFileSync(join(repository, 'almanac.config.yaml'), config);
    const tenant = (name: string) =>
      writeFileSync(
        join(repository, `${name}.yaml`),
        `apiVersion: almanac/v1\nkind: Tenant\nmetadata: { name: ${name} }\nspec: { owners: ["team@example.gov"] }\n`,
      );
    tenant('parks');
    tenant('roads');
    const inRepository = (...args: string[]) =>
      runAlmanac([...args, '--now', morning], {
        cwd: repository,
        env: { ALMANAC_RUNTIME: url, ALMANAC_PRINCIPAL: 'user:ann@example.gov' },
      });
    const apply = async (...args: string[]) => {
      const planned = await inRepository('plan', ...args, '--base', url, '--out', 'plan.json');
      expect(planned.code).toBe(0);
      expect(planned.stdout).toContain('as `two-tenants`, once approved by 1 other.');
      expect((await inRepository('apply', 'plan.json')).code).toBe(5);
      await inRepository('approve', 'plan.json', '--principal', 'user:bob@example.gov');
      const applied = await inRepository('apply', 'plan.json');
      expect(applied.code).toBe(0);
      return applied.stdout;
    };
    expect(await apply()).toContain('roads: applied as revision 1');
    rmSync(join(repository, 'roads.yaml'));

    // With a path only what is in it is compared; nothing of it changes.
    const path = await inRepository(
      'plan',
      'parks.yaml',
      '--base',
      url,
      '--detailed-exitcode',
      '--out',
      'p.json',
    );
    expect(path.code).toBe(0);
    expect((JSON.parse(readFileSync(join(repository, 'p.json'), 'utf8')) as Plan).tenants).toEqual(['parks']);

    expect(await apply()).toContain('roads: applied as revision 2');
    const listed = await almanac(morning, 'revisions', '--json');
    const { tenants } = JSON.parse(listed.stdout) as { tenants: { tenant: string; revision: number }[] };
    expect(tenants.map(({ tenant: name, revision }) => `${name} ${revision}`)).toEqual([
      'benefits 3',
      'housing 2',
      'parks 1',
      'roads 2',
    ]);
  });
});

describe('A revert to what was warned of', () => {
  const declared = (finishWithin: string) => `apiVersion: almanac/v1
kind: Tenant
metadata: { name: allotments }
spec: { owners: ["team@example.gov"] }
---
apiVersion: almanac/v1
kind: Policy
metadata: { tenant: allotments, name: plain }
spec:
  lateAfter: 10m
  horizon: 6h
  overlap: skip
  catchUp: latest
  dst: { gap: shift, fold: first }
  report: { finishWithin: ${finishWithin}, lostAfter: 6h }
---
apiVersion: almanac/v1
kind: Job
metadata: { tenant: allotments, name: water }
spec:
  schedule: { cron: "0 * * * *", zone: Europe/London }
  policy: plain
  target: { http: { url: "https://allotments.example.gov/water" } }
`;

  test('warns again in its plan, and its apply finds nothing new', async () => {
    const source = file('allotments.yaml');
    const out = file('allotments.json');
    for (const finishWithin of ['2h', '30m']) {
      writeFileSync(source, declared(finishWithin));
      await almanac(morning, 'plan', source, '--base', url, '--out', out);
      expect((await almanac(morning, 'apply', out)).code).toBe(0);
    }
    const back = file('allotments-back.json');
    const { stdout } = await almanac(morning, 'revert', 'allotments@1', '--out', back);
    expect(stdout).toMatch(/^! warning {2}finish-within-beyond-spacing {2}allotments\.yaml:\d+/m);
    const { findings } = JSON.parse(readFileSync(back, 'utf8')) as Plan;
    expect(findings.map(({ code }) => code)).toContain('finish-within-beyond-spacing');

    const refused = await almanac(morning, 'apply', back, '--fail-on', 'warning');
    expect(refused.code).toBe(3);
    await almanac(morning, 'approve', back, '--principal', 'user:bob@example.gov');
    const applied = await almanac(morning, 'apply', back, '--fail-on', 'warning');
    expect(applied.stdout).toMatch(/^allotments: applied as revision 3, /m);
    expect(applied.stdout).not.toContain('finding');
  });
});

describe('Wrong calls', () => {
  test.each([
    [['apply', 'nothing.json'], '`nothing.json` cannot be read'],
    [['apply', 'package.json'], '`package.json` is not a plan'],
    [['diff', 'benefits'], '`benefits` is no revision'],
    [['diff', 'benefits@1', 'housing@1'], 'the revisions are of two tenants'],
    [['diff', 'benefits@99'], 'there is no revision 99 of `benefits`'],
    [['revert', 'benefits@0'], 'there is no revision 0 to go back to'],
    [['revisions', 'nobody'], '`nobody` has no revision'],
    [['verify', '--anchor', 'package.json', '--ledger', 'sqlite:x'], 'is no file of anchors: line 1 is none'],
    [['plan', '--replay', '31d'], 'the replay is longer than 30 days'],
  ])('%j say what is wrong', async (args, message) => {
    const { code, stderr } = await almanac(morning, ...args);
    expect(stderr).toContain(message);
    expect(code).toBe(1);
  });
});
