import { execFile, execFileSync, type PromiseWithChild } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The real Terraform, with a configuration and a mirror of its own, so that nothing of the machine gets in. */
export interface TerraformBench {
  /** Makes a folder with the given files in which Terraform knows the provider. */
  readonly workspace: (files: Readonly<Record<string, string>>) => Promise<Workspace>;
  readonly dispose: () => void;
}

export interface Workspace {
  readonly folder: string;
  readonly write: (name: string, text: string) => void;
  readonly run: (...args: string[]) => Promise<TerraformAnswer>;
  /** Starts it and gives the process with its answer. */
  readonly start: (...args: string[]) => PromiseWithChild<{ stdout: string; stderr: string }>;
}

export interface TerraformAnswer {
  readonly code: number;
  /** All that a person sees, without what differs between machines and moments. */
  readonly text: string;
}

/** Whether there is a Terraform; where CI is, there must be. */
export function hasTerraform(): boolean {
  try {
    execFileSync('terraform', ['version'], { stdio: 'ignore', env: environment('/dev/null') });
    return true;
  } catch {
    if (process.env['CI'] === 'true')
      throw new Error('terraform is not on the PATH: install Terraform 1.11 or newer');
    console.warn('skipped: terraform is not on the PATH; install Terraform 1.11 or newer');
    return false;
  }
}

/** Bundles the provider and puts it into a mirror. */
export function openTerraformBench(): TerraformBench {
  const bench = mkdtempSync(join(tmpdir(), 'almanac-terraform-'));
  const platform = `${process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const home = join(bench, 'mirror/almanac.dev/almanac/almanac/0.1.0', platform);
  mkdirSync(home, { recursive: true });
  execFileSync(process.execPath, ['build-provider.js', join(home, 'terraform-provider-almanac_v0.1.0')]);
  const settings = join(bench, 'terraform.tfrc');
  writeFileSync(
    settings,
    `disable_checkpoint = true\nprovider_installation {\n  filesystem_mirror { path = "${bench}/mirror" }\n}\n`,
  );
  let count = 0;
  return {
    workspace: async (files) => {
      const folder = join(bench, `workspace-${count++}`);
      mkdirSync(folder);
      const workspace = workspaceIn(folder, settings);
      for (const [name, text] of Object.entries(files)) workspace.write(name, text);
      const { code, text } = await workspace.run('init');
      if (code !== 0) throw new Error(text);
      return workspace;
    },
    dispose: () => rmSync(bench, { recursive: true, force: true }),
  };
}

const execute = promisify(execFile);

function workspaceIn(folder: string, settings: string): Workspace {
  const start = (...args: string[]) =>
    execute('terraform', args, { cwd: folder, env: environment(settings), maxBuffer: 256 * 1024 * 1024 });
  return {
    folder,
    write: (name, text) => writeFileSync(join(folder, name), text),
    start,
    run: async (command, ...args) => {
      const plain = command === 'show' || command === 'output' || command === 'state' ? [] : ['-no-color'];
      const input = /^(init|plan|apply|destroy|import|refresh)$/.test(command ?? '') ? ['-input=false'] : [];
      const answer = await start(command!, ...plain, ...input, ...args).then(
        (output) => ({ ...output, code: 0 }),
        (error: { stdout: string; stderr: string; code: number }) => error,
      );
      return { code: answer.code, text: normalised(`${answer.stdout}${answer.stderr}`) };
    },
  };
}

function environment(settings: string): NodeJS.ProcessEnv {
  const { TMPDIR } = process.env;
  return {
    PATH: process.env['PATH'],
    ...(TMPDIR && { TMPDIR }),
    HOME: join(tmpdir(), 'almanac-nobody'),
    TF_CLI_CONFIG_FILE: settings,
    TF_IN_AUTOMATION: '1',
    CHECKPOINT_DISABLE: '1',
    // The provider must read no time from the zone of its process.
    TZ: 'Pacific/Chatham',
  };
}

/** Leaves out in which order resources were looked at, how long it took, and which time-zone data are here. */
function normalised(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/: (Refreshing state|Still |Reading|Read complete)/.test(line))
    .join('\n')
    .replaceAll(/ after \d+s /g, ' after 0s ')
    .replaceAll(/"20\d\d[a-z]"/g, '"(tzdata)"')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .concat('\n');
}
