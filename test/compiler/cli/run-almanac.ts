import { commands, joinCommands, main } from '../../../compiler/cli/index.ts';
import { commands as runtimeCommands } from '../../../runtime/cli/index.ts';

export interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Both outputs are terminals. */
  readonly terminal?: boolean;
}

/** The clock of all tests, unless they set their own. */
const now = '2026-11-29T09:00:00Z';

/** All commands, as in almanac.ts. */
export const allCommands = joinCommands(commands, runtimeCommands);

/** Runs the command line in this process, without a cache on disk unless the surroundings name one. */
export async function runAlmanac(args: readonly string[], surroundings: Surroundings = {}): Promise<Answer> {
  const { cwd = process.cwd(), env = {}, terminal = false } = surroundings;
  const written = { stdout: '', stderr: '' };
  const output = (name: 'stdout' | 'stderr') => ({
    isTTY: terminal,
    write: (text: string) => {
      written[name] += text;
    },
  });
  const clock = args.includes('--now') ? [] : ['--now', now];
  const io = {
    stdout: output('stdout'),
    stderr: output('stderr'),
    env: { HOME: '/nonexistent', ...env },
    cwd: () => cwd,
  };
  const code = await main([...clock, ...args], io, allCommands);
  return { code, ...written };
}
