import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TerraformAnswer {
  readonly code: number | null;
  /** Both outputs, in the order in which they came. */
  readonly said: string;
}

const found = spawnSync('terraform', ['version', '-json'], { encoding: 'utf8' });

/** Why there is no Terraform to test with; undefined where there is. In CI that is a failure. */
export const withoutTerraform =
  found.status === 0
    ? undefined
    : 'no `terraform` on the PATH: install 1.11 from releases.hashicorp.com/terraform';

if (withoutTerraform !== undefined) {
  if (process.env['CI']) throw new Error(withoutTerraform);
  process.stderr.write(`skipped: ${withoutTerraform}\n`);
}

/** Installs the provider into a mirror of its own, by the script that people use; resolves to its folder. */
export function installProvider(): string {
  const mirror = mkdtempSync(join(tmpdir(), 'almanac-mirror-'));
  execFileSync(process.execPath, ['provider/packaging/install.js', '--dir', mirror], { encoding: 'utf8' });
  return mirror;
}

/** Runs Terraform in a folder, with a mirror and nothing else that this machine may have configured. */
export function terraform(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): TerraformAnswer {
  const { PATH = '', HOME = '' } = process.env;
  const { status, stdout, stderr } = spawnSync('terraform', args, {
    cwd,
    env: { PATH, HOME, CHECKPOINT_DISABLE: '1', TF_IN_AUTOMATION: '1', TF_CLI_ARGS: '-no-color', ...env },
    encoding: 'utf8',
    timeout: 120_000,
  });
  return { code: status, said: `${stdout}${stderr}` };
}

/** What tells Terraform of a mirror. */
export function usingMirror(mirror: string): Readonly<Record<string, string>> {
  return { TF_CLI_CONFIG_FILE: join(mirror, 'terraform.tfrc') };
}
