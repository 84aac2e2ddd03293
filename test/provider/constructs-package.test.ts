import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

/** The constructs as another repository has them: installed beside cdktf, with nothing of ours around. */

const project = mkdtempSync(join(tmpdir(), 'almanac-constructs-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));
const modules = join(project, 'node_modules');
mkdirSync(join(modules, '@almanac'), { recursive: true });
execFileSync(process.execPath, ['build-constructs.js', join(modules, '@almanac/cdktf')]);
for (const name of ['cdktf', 'constructs', '@types'])
  symlinkSync(resolve('node_modules', name), join(modules, name));

const app = (schedule: string) => `
import { App, TerraformStack } from 'cdktf';
import { AlmanacProvider, Job, Tenant } from '@almanac/cdktf';

const app = new App();
const stack = new TerraformStack(app, 'benefits');
new AlmanacProvider(stack, 'almanac', { manifestPath: 'manifest.json' });
const tenant = new Tenant(stack, 'benefits', { owners: ['a@example.gov'] });
new Job(stack, 'statement-run', {
  tenant,
  schedule: ${schedule},
  policy: {
    lateAfter: '10m',
    horizon: '6h',
    overlap: 'skip',
    catchUp: 'latest',
    dst: { gap: 'shift', fold: 'first' },
    report: { finishWithin: '2h', lostAfter: '3h' },
  },
  target: { http: { url: 'https://statements.example.gov/run' } },
});
app.synth();
`;

function typeCheck(schedule: string, options: Readonly<Record<string, string>>) {
  writeFileSync(join(project, 'main.ts'), app(schedule));
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        target: 'ES2022',
        types: [],
        lib: ['ES2022'],
        ...options,
      },
      files: ['main.ts'],
    }),
  );
  return spawnSync(resolve('node_modules/.bin/tsc'), ['--project', project], { encoding: 'utf8' });
}

const modes = [
  { module: 'NodeNext', moduleResolution: 'NodeNext' },
  { module: 'CommonJS', moduleResolution: 'bundler' },
];

test.each(modes)('have types that compile with $module, and ask for a zone', { timeout: 120_000 }, (mode) => {
  const right = typeCheck("{ cron: '30 1 * * *', zone: 'Europe/London' }", mode);
  expect({ code: right.status, said: right.stdout }).toEqual({ code: 0, said: '' });
  const wrong = typeCheck("{ cron: '30 1 * * *' }", mode);
  expect(wrong.status).not.toBe(0);
  expect(wrong.stdout).toContain("'zone' is missing");
});

test.each(['mjs', 'cjs'])('synthesize from an app that is %s', (ending) => {
  const text = app("{ cron: '30 1 * * *', zone: 'Europe/London' }");
  const code =
    ending === 'mjs' ? text : text.replace(/import (\{.*\}) from ('.*');/g, 'const $1 = require($2);');
  writeFileSync(join(project, `main.${ending}`), code);
  const { status, stderr } = spawnSync(process.execPath, [`main.${ending}`], {
    cwd: project,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const stack = JSON.parse(readFileSync(join(project, 'cdktf.out/stacks/benefits/cdk.tf.json'), 'utf8'));
  expect(Object.keys(stack.resource)).toEqual(['almanac_job', 'almanac_tenant']);
});
