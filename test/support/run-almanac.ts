import { main } from '../../compiler/cli/index.ts';

export interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs one command line as a shell would, in this process: no build, no start-up, the same code. It remembers
 * nothing from other runs, which may have been made by other code.
 */
export async function runAlmanac(words: readonly string[], cwd = process.cwd()): Promise<Answer> {
  const [stdout, stderr] = [collect(), collect()];
  const io = { stdout: stdout.output, stderr: stderr.output, env: { NO_COLOR: '1' }, cwd: () => cwd };
  const code = await main([...words, '--no-cache'], io);
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function collect() {
  let text = '';
  return { output: { write: (more: string) => (text += more) }, text: () => text };
}
