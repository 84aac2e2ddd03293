import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeMachine } from './describe-machine.ts';
import { median } from './median.ts';
import { printTable } from './print-table.ts';

/**
 * The Terraform provider: how long its bundle takes until Terraform hears from it, and `terraform plan` on many jobs
 * beside as many of Terraform's built-in `terraform_data`, in turns.
 */

const scratch = mkdtempSync(join(tmpdir(), 'almanac-bench-'));
const platform = `${process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}`;
const mirror = join(scratch, 'mirror/almanac.dev/almanac/almanac/0.1.0', platform);
mkdirSync(mirror, { recursive: true });
const bundle = join(mirror, 'terraform-provider-almanac_v0.1.0');
execFileSync(process.execPath, ['build-provider.js', bundle]);
const settings = join(scratch, 'terraform.tfrc');
writeFileSync(
  settings,
  `disable_checkpoint = true\nprovider_installation {\n  filesystem_mirror { path = "${scratch}/mirror" }\n}\n`,
);

const rounds = process.argv.includes('--quick') ? 1 : 5;
console.log(describeMachine());
try {
  await startUp();
  plans();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function startUp(): Promise<void> {
  const certificate = selfSigned();
  const environment = {
    ...process.env,
    TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
    PLUGIN_PROTOCOL_VERSIONS: '6',
    PLUGIN_CLIENT_CERT: certificate,
  };
  const empty: number[] = [];
  const provider: number[] = [];
  for (let round = 0; round < 5 * rounds; round++) {
    empty.push(await untilFirstOutput(['-e', 'console.log()'], process.env));
    provider.push(await untilFirstOutput([bundle], environment));
  }
  const [least, mine] = [median(empty), median(provider)];
  printTable(
    ['start', 'ms', 'times an empty Node'],
    [
      ['an empty Node, to its first line', least.toFixed(0), '1.0'],
      ['the provider, to the handshake', mine.toFixed(0), (mine / least).toFixed(1)],
    ],
  );
  console.log(`the bundle has ${(statSync(bundle).size / 1024).toFixed(0)} KiB\n`);
}

/** Terraform's own certificate is on P-521. */
function selfSigned(): string {
  const [key, cert] = [join(scratch, 'key.pem'), join(scratch, 'cert.pem')];
  const curve = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:secp521r1',
    '-nodes',
    '-keyout',
    key,
    '-out',
    cert,
  ];
  execFileSync('openssl', ['req', '-x509', ...curve, '-days', '2', '-subj', '/CN=localhost'], {
    stdio: 'ignore',
  });
  return readFileSync(cert, 'utf8');
}

function untilFirstOutput(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const began = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let took = 0;
    child.stdout.once('data', () => {
      took = performance.now() - began;
      child.kill('SIGKILL');
    });
    child.on('exit', () => resolve(took));
  });
}

function plans(): void {
  const rows: string[][] = [];
  for (const count of [1, 100, 1000]) {
    const jobs = workspace(`jobs-${count}`, jobsOf(count));
    const data = workspace(`data-${count}`, dataOf(count));
    for (const [what, ...args] of [
      ['all new', 'plan'],
      ['nothing changed', 'plan'],
      ['the policy changed', 'plan', '-var=horizon=1h'],
    ] as const) {
      if (what === 'nothing changed')
        for (const folder of [jobs, data]) terraform(folder, 'apply', '-auto-approve');
      const times: { mine: number; built: number }[] = [];
      for (let round = 0; round < rounds; round++) {
        times.push({ mine: terraform(jobs, ...args), built: terraform(data, ...args) });
      }
      const [mine, built] = [median(times.map((time) => time.mine)), median(times.map((time) => time.built))];
      rows.push([
        String(count),
        what,
        mine.toFixed(2),
        built.toFixed(2),
        ((1000 * mine) / count).toFixed(1),
        ((1000 * (mine - built)) / count).toFixed(1),
      ]);
    }
  }
  printTable(['jobs', 'plan', 's', 's of terraform_data', 'ms a job', 'ms a job above it'], rows);
}

function workspace(name: string, text: string): string {
  const folder = join(scratch, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'main.tf'), text);
  terraform(folder, 'init');
  return folder;
}

function terraform(cwd: string, command: string, ...args: string[]): number {
  const began = performance.now();
  execFileSync('terraform', [command, '-no-color', '-input=false', ...args], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env['PATH'], HOME: scratch, TF_CLI_CONFIG_FILE: settings, CHECKPOINT_DISABLE: '1' },
  });
  return (performance.now() - began) / 1000;
}

function jobsOf(count: number): string {
  return `terraform {
  required_providers {
    almanac = { source = "almanac.dev/almanac/almanac" }
  }
}
variable "horizon" { default = "6h" }
provider "almanac" {
  manifest_path = "almanac.json"
  as_of         = "2027-01-15T09:00:00Z"
}
resource "almanac_tenant" "t" {
  name   = "t"
  owners = ["a@example.gov"]
}
resource "almanac_policy" "p" {
  tenant     = almanac_tenant.t.name
  name       = "p"
  late_after = "10m"
  horizon    = var.horizon
  overlap    = "skip"
  catch_up   = "latest"
  dst        = { gap = "shift", fold = "first" }
  report     = { start_within = "5m", finish_within = "2h", lost_after = "3h" }
}
resource "almanac_job" "j" {
  count    = ${count}
  tenant   = almanac_tenant.t.name
  name     = "job-\${count.index}"
  schedule = {
    cron = "\${count.index % 60} \${count.index % 24} * * *"
    zone = ["Europe/London", "America/New_York", "Asia/Kolkata"][count.index % 3]
  }
  policy   = almanac_policy.p.spec
  target   = { http = { url = "https://example.gov/run/\${count.index}" } }
}
`;
}

function dataOf(count: number): string {
  return `variable "horizon" { default = "6h" }
resource "terraform_data" "p" {
  input = { horizon = var.horizon, overlap = "skip", dst = { gap = "shift", fold = "first" } }
}
resource "terraform_data" "j" {
  count = ${count}
  input = {
    name     = "job-\${count.index}"
    schedule = { cron = "\${count.index % 60} \${count.index % 24} * * *", zone = "Europe/London" }
    policy   = terraform_data.p.input
    target   = { http = { url = "https://example.gov/run/\${count.index}" } }
  }
}
`;
}
