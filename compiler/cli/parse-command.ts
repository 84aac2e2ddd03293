import { Command as Commander, CommanderError, Option } from 'commander';
import { CallError } from '../source/index.ts';
import type { Options } from './call.ts';
import type { Command, OptionSpec } from './command.ts';
import { sharedOptions } from './shared-options.ts';

export interface ParsedCall {
  readonly words: readonly string[];
  readonly options: Options;
}

/**
 * Makes words and options of what stands after a command's name.
 *
 * @throws {CallError} for an unknown option, one without its value, a word too many or too few.
 */
export function parseCommand(command: Command, argv: readonly string[]): ParsedCall {
  const commander = new Commander(command.name)
    .exitOverride()
    .helpOption(false)
    .configureOutput({ writeErr: () => {} });
  for (const { name, about } of command.arguments) commander.argument(name, about);
  for (const spec of [...command.options, ...sharedOptions]) commander.addOption(toOption(spec));
  try {
    commander.parse([...argv], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) throw toCallError(error);
    throw error;
  }
  return { words: commander.args, options: commander.opts() };
}

function toOption(spec: OptionSpec): Option {
  const option = new Option(spec.flags, spec.about);
  const { read = (text: string) => text, many } = spec;
  return option.argParser((text: string, previous: unknown) => {
    const value = readNamed(option.long ?? option.flags, text, read);
    return many ? [...((previous as unknown[] | undefined) ?? []), value] : value;
  });
}

function readNamed(name: string, text: string, read: (text: string) => unknown): unknown {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof CallError) throw new CallError(`\`${name}\`: ${error.message}`, error.help);
    throw error;
  }
}

/** Says in our way what commander says in its own: `error: unknown option '--bse'\n(Did you mean --base?)`. */
function toCallError(error: CommanderError): CallError {
  const missing = /^error: option '(?:-\w, )?(--[\w-]+) (<.*>)' argument missing/.exec(error.message);
  if (missing) return new CallError(`\`${missing[1]}\` needs a value`, `${missing[1]} ${missing[2]}`);
  const [message = '', hint] = error.message.replace(/^error: /, '').split('\n');
  const suggestion = /^\(Did you mean (?:one of )?(.*)\?\)$/.exec(hint ?? '')?.[1];
  return new CallError(
    message
      .replace(/\.$/, '')
      .replaceAll("'", '`')
      .replace(/^./, (letter) => letter.toLowerCase()),
    suggestion && `did you mean \`${suggestion.replaceAll(', ', '` or `')}\`?`,
  );
}
