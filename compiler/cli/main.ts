import { didYouMean } from '../manifest/index.ts';
import { CallError } from '../source/index.ts';
import type { Command } from './command.ts';
import type { CommandEntry } from './command-entry.ts';
import { helpText, overviewText, usageLine } from './help-text.ts';
import type { Io } from './io.ts';
import { mindSignals } from './mind-signals.ts';
import { sharedWithValue } from './shared-options.ts';
import { versionText } from './version.ts';

/**
 * Runs the command line: what stands after `almanac`. Answers with the exit code (design section 7) and never
 * throws: whatever goes wrong is told on the error output.
 */
export async function main(
  argv: readonly string[],
  io: Io,
  commands: readonly CommandEntry[],
): Promise<number> {
  const leaveInterrupts = mindSignals(io);
  let command: Command | undefined;
  try {
    const { name, rest } = splitArgv(argv);
    if (name === undefined) return overview(rest, io, commands);
    const entry = commands.find((known) => known.name === name);
    if (!entry) throw unknownCommand(name, commands);
    command = await entry.load();
    if (asksForHelp(rest)) {
      io.stdout.write(helpText(command));
      return 0;
    }
    const { parseCommand } = await import('./parse-command.ts');
    const { words, options } = parseCommand(command, rest);
    if (command.stopsBySignal) leaveInterrupts();
    return await command.run({ words, options, io, now: await readNow(options['now']) });
  } catch (error) {
    if (error instanceof CallError) await tell(error, command, io);
    else tellBug(error, io);
    return 1;
  }
}

/** Finds the command's name behind the options of every command, which go to the others behind it. */
function splitArgv(argv: readonly string[]): { readonly name?: string; readonly rest: readonly string[] } {
  let at = 0;
  while (at < argv.length && argv[at]!.startsWith('-')) at += sharedWithValue.has(argv[at]!) ? 2 : 1;
  if (at >= argv.length) return { rest: argv };
  const [name, ...after] = argv.slice(at);
  const rest = [...argv.slice(0, at), ...after];
  // `almanac help plan` is what people try first.
  if (name !== 'help') return { name: name!, rest };
  return after[0] === undefined ? { rest: ['--help'] } : { name: after[0], rest: ['--help'] };
}

function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end === -1 ? undefined : end).some((word) => word === '-h' || word === '--help');
}

function overview(rest: readonly string[], io: Io, commands: readonly CommandEntry[]): number {
  if (asksForHelp(rest)) {
    io.stdout.write(overviewText(commands));
    return 0;
  }
  if (rest.includes('--version') || rest.includes('-V')) {
    io.stdout.write(`${versionText()}\n`);
    return 0;
  }
  io.stderr.write(overviewText(commands));
  return 1;
}

async function readNow(text: unknown): Promise<number> {
  if (typeof text !== 'string') return Math.floor(Date.now() / 1000);
  const { readMoment } = await import('./read-moment.ts');
  return Math.floor(readMoment(text));
}

function unknownCommand(name: string, commands: readonly CommandEntry[]): CallError {
  const names = commands.map((command) => command.name);
  return new CallError(`there is no command \`${name}\``, didYouMean(name, names, ''));
}

async function tell(error: CallError, command: Command | undefined, io: Io): Promise<void> {
  // Both quote what was given, such as the name of a branch or of a file that somebody else made.
  const { visible } = await import('../diagnostics/index.ts');
  io.stderr.write(`almanac${command ? ` ${command.name}` : ''}: ${visible(error.message)}\n`);
  if (error.help) io.stderr.write(`  help: ${visible(error.help)}\n`);
  io.stderr.write(command ? `${usageLine(command)}\n` : 'Usage: almanac <command> [options]\n');
}

function tellBug(error: unknown, io: Io): void {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  io.stderr.write(
    [
      'almanac: this is a bug in almanac, not in what you wrote. Please report it with what follows.',
      `  ${versionText()}, ${process.platform}`,
      `  ${what.replaceAll('\n', '\n  ')}`,
      '',
    ].join('\n'),
  );
}
