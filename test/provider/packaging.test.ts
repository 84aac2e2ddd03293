import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import { platforms, thisPlatform } from '../../provider/packaging/platforms.js';
import { terraform, withoutTerraform } from './run-terraform.ts';

const scratch = mkdtempSync(join(tmpdir(), 'almanac-packaging-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const fresh = (name: string) => mkdtempSync(join(scratch, `${name}-`));

const version = (JSON.parse(readFileSync('provider/package.json', 'utf8')) as { version: string }).version;
const platform = thisPlatform();

const run = (script: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  execFileSync(process.execPath, [`provider/packaging/${script}.js`, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });

/** The smallest configuration that asks for the provider. */
function project(): string {
  const folder = fresh('project');
  writeFileSync(
    join(folder, 'main.tf'),
    `terraform {
  required_providers {
    almanac = { source = "almanac.dev/almanac/almanac", version = "${version}" }
  }
}
`,
  );
  return folder;
}

describe('npm run provider:install', () => {
  test('puts the provider into a folder of one’s choice and says how Terraform is told', async () => {
    const mirror = fresh('mirror');
    const said = run('install', ['--dir', mirror]);
    const shown = said.replaceAll(mirror, '/mirror').replaceAll(platform!, 'linux_amd64');
    await expect(shown).toMatchFileSnapshot('golden/install.txt');
    const file = join(
      mirror,
      `almanac.dev/almanac/almanac/${version}/${platform}/terraform-provider-almanac_v${version}`,
    );
    expect(statSync(file).mode & 0o777).toBe(0o755);
    // Nothing else, for all files of the folder count for the checksum.
    expect(readdirSync(join(file, '..'))).toHaveLength(1);
    const configuration = readFileSync(join(mirror, 'terraform.tfrc'), 'utf8');
    expect(said).toContain(configuration.replace(/^(?=.)/gm, '  ').trimEnd());
  });

  test('gives a file that tells a person what it is', () => {
    const mirror = fresh('mirror');
    run('install', ['--dir', mirror]);
    const file = join(
      mirror,
      `almanac.dev/almanac/almanac/${version}/${platform}/terraform-provider-almanac_v${version}`,
    );
    const { status, stdout, stderr } = spawnSync(file, {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/Terraform/);
  });

  test.skipIf(withoutTerraform)(
    'is found by Terraform without another word in the home of whoever installed it',
    () => {
      const home = fresh('home');
      run('install', [], { HOME: home });
      const cwd = project();
      const { code, said } = terraform(cwd, ['init'], { HOME: home });
      expect({ code, said }).toMatchObject({ code: 0 });
      expect(said).toContain(`Installed almanac.dev/almanac/almanac v${version}`);
    },
  );

  test('knows on which machines the provider runs', () => {
    expect(thisPlatform('linux', 'x64')).toBe('linux_amd64');
    expect(thisPlatform('darwin', 'arm64')).toBe('darwin_arm64');
    expect(thisPlatform('win32', 'x64')).toBe(undefined);
    expect(thisPlatform('sunos', 'x64')).toBe(undefined);
  });
});

describe('npm run provider:release', () => {
  const out = join(scratch, 'release');
  run('release', ['--out', out]);
  const name = `terraform-provider-almanac_${version}`;
  const bytesOf = (file: string) => readFileSync(join(out, file));

  test('writes an archive for each platform, a manifest that says protocol 6, and checksums', () => {
    expect(readdirSync(out).sort()).toEqual(
      [...platforms.map((one) => `${name}_${one}.zip`), `${name}_SHA256SUMS`, `${name}_manifest.json`].sort(),
    );
    expect(JSON.parse(bytesOf(`${name}_manifest.json`).toString())).toEqual({
      version: 1,
      metadata: { protocol_versions: ['6.0'] },
    });
    const sums = bytesOf(`${name}_SHA256SUMS`).toString().trimEnd().split('\n');
    expect(sums).toHaveLength(platforms.length + 1);
    for (const line of sums) {
      const [sum, file = ''] = line.split('  ');
      expect(createHash('sha256').update(bytesOf(file)).digest('hex')).toBe(sum);
    }
  });

  test('packs one program that may be started', () => {
    const packed = bytesOf(`${name}_linux_amd64.zip`);
    expect(Object.keys(unzipSync(packed))).toEqual([`terraform-provider-almanac_v${version}`]);
    // The attributes of Unix stand in the upper half of four bytes of the central directory (APPNOTE 4.3.12).
    const entry = packed.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
    expect((packed.readUInt32LE(entry + 38) >>> 16) & 0o777).toBe(0o755);
    expect(packed[entry + 5]).toBe(3);
  });

  test('gives the same bytes in another year and another zone', () => {
    const again = join(scratch, 'again');
    run('release', ['--out', again], { TZ: 'America/Lima' });
    expect(readFileSync(join(again, `${name}_SHA256SUMS`), 'utf8')).toBe(
      bytesOf(`${name}_SHA256SUMS`).toString(),
    );
  });

  test('writes into no folder that holds something else', () => {
    const folder = fresh('other');
    writeFileSync(join(folder, 'terraform-provider-almanac_0.0.9_SHA256SUMS'), '');
    const { status, stderr } = spawnSync(
      process.execPath,
      ['provider/packaging/release.js', '--out', folder],
      {
        encoding: 'utf8',
      },
    );
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('give it an empty folder'),
    });
  });

  test.skipIf(withoutTerraform)(
    'gives archives that Terraform takes from a mirror',
    { timeout: 120_000 },
    () => {
      const mirror = fresh('mirror');
      const folder = join(mirror, 'almanac.dev/almanac/almanac');
      mkdirSync(folder, { recursive: true });
      const archive = `${name}_${platform}.zip`;
      copyFileSync(join(out, archive), join(folder, archive));
      const configuration = join(mirror, 'terraform.tfrc');
      writeFileSync(
        configuration,
        `provider_installation {\n  filesystem_mirror {\n    path = "${mirror}"\n  }\n}\n`,
      );
      const cwd = project();
      const env = { TF_CLI_CONFIG_FILE: configuration };
      expect(terraform(cwd, ['init'], env)).toMatchObject({ code: 0 });
      const { code, said } = terraform(cwd, ['providers', 'schema', '-json'], env);
      expect(code).toBe(0);
      expect(said).toContain('almanac_job');
      expect(existsSync(join(cwd, '.terraform'))).toBe(true);
    },
  );
});
