/**
 * Three workers on the emulator of Cloud Spanner carry out `examples/casework-live`; halfway one of them is killed, and
 * the other two take its shards. Run from anywhere, after `npm ci`:
 *
 *   node examples/three-workers/run.js
 *
 * Needs the emulator (`gcloud components install cloud-spanner-emulator`), or SPANNER_EMULATOR_HOST of one that runs.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { createConnection } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const almanac = process.env.ALMANAC ?? join(here, '../../dist/almanac.js');
const declarations = join(here, '../casework-live');
const ledger = 'spanner:projects/example/instances/almanac/databases/casework';
const seconds = Number(process.argv[2] ?? 60);

const children = [];
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

const env = {
  ...process.env,
  SPANNER_EMULATOR_HOST: process.env.SPANNER_EMULATOR_HOST ?? (await startEmulator()),
  METADATA_SERVER_DETECTION: 'none',
  ALMANAC_LEDGER: ledger,
};

call('ledger', 'migrate', '--shards', '16');
const workers = ['one', 'two', 'three'].map(startWorker);
await Promise.all(workers.map(({ started }) => started));

mkdirSync(join(declarations, '.almanac'), { recursive: true });
// The plan is shown by `almanac up`; here it is made, kept, and applied.
call('plan', '--base', ledger, '--format', 'json=.almanac/plan.json', '--quiet');
call('apply', '.almanac/plan.json');

await pause(seconds * 500);
say('example', 'killing worker one');
workers[0].child.kill('SIGKILL');
await pause(seconds * 500);

call('history', '--tenant', 'benefits', '--limit', '40');
const { rows } = JSON.parse(ask('history', '--tenant', 'benefits', '--limit', '200', '--json'));
const left = rows.find(({ word }) => word === 'overlap');
if (left) call('explain', `${left.job}@${left.scheduled}`);
call('verify');

for (const { child } of workers.slice(1)) child.kill('SIGTERM');
await Promise.all(workers.map(({ ended }) => ended));
process.exit(0);

function startWorker(name) {
  const child = spawn(process.execPath, [almanac, 'work', '--allow-commands', '--lease', '5s'], {
    cwd: declarations,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const started = new Promise((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { severity, message } = JSON.parse(line);
      say(`worker ${name}`, severity === 'INFO' ? message : `${severity}: ${message}`);
      if (message === 'almanac work started') resolve();
    });
  });
  return { child, started, ended: once(child, 'exit') };
}

function call(...args) {
  process.stdout.write(`\n$ almanac ${args.join(' ')}\n`);
  execFileSync(process.execPath, [almanac, ...args], { cwd: declarations, env, stdio: 'inherit' });
}

function ask(...args) {
  return execFileSync(process.execPath, [almanac, ...args], { cwd: declarations, env, encoding: 'utf8' });
}

function say(who, what) {
  process.stdout.write(`[${who}] ${what}\n`);
}

async function startEmulator() {
  const gcloud = realpathSync(execFileSync('which', ['gcloud'], { encoding: 'utf8' }).trim());
  const program = join(dirname(gcloud), 'cloud_spanner_emulator', 'emulator_main');
  if (!existsSync(program)) {
    console.error(
      'There is no Spanner emulator: `gcloud components install cloud-spanner-emulator` brings it.',
    );
    process.exit(1);
  }
  const host = '127.0.0.1:19010';
  children.push(spawn(program, ['--host_port', host], { stdio: 'ignore' }));
  for (;;) {
    const socket = createConnection({ host: '127.0.0.1', port: 19010 });
    const [answer] = await Promise.race([
      once(socket, 'connect').then(() => ['up']),
      once(socket, 'error'),
    ]).catch(() => []);
    socket.destroy();
    if (answer === 'up') return host;
    await pause(100);
  }
}
