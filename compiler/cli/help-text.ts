import { wrapText } from '../words/index.ts';
import type { Command, OptionSpec } from './command.ts';
import type { CommandEntry } from './command-entry.ts';
import { exitCodes } from './exit-code.ts';
import { sharedOptions } from './shared-options.ts';

/** Help has one width, whatever the terminal's: it is read in logs and documents too. */
const width = 92;

type Row = readonly [left: string, right: string];

/** Returns the overview of all commands. */
export function overviewText(commands: readonly CommandEntry[]): string {
  const groups = [...new Set(commands.map((command) => command.group))];
  const names = Math.max(...commands.map((command) => command.name.length));
  return page([
    ['almanac: a job scheduler whose schedules are code'],
    ['Usage: almanac <command> [options]'],
    ...groups.map((group) => [
      group,
      ...rows(
        commands
          .filter((command) => command.group === group)
          .map(({ name, summary }): Row => [name, summary]),
        names,
      ),
    ]),
    ['Options of every command', ...rows([...sharedOptions, versionOption].map(optionRow))],
    [
      'Examples',
      ...exampleLines([
        {
          about: 'a starter repository, and what is wrong with it (nothing)',
          run: 'almanac init my-jobs && cd my-jobs && almanac check',
        },
        {
          about: 'what a daily job does when the clocks change',
          run: 'almanac fires --cron "30 2 * * *" --zone Europe/Berlin --gap shift --fold first',
        },
        { about: 'what a pull request does to the coming fires', run: 'almanac plan --base origin/main' },
      ]),
    ],
    ['Exit codes', ...rows(Object.entries(exitCodes))],
    ['`almanac <command> --help` says more.'],
  ]);
}

/** Returns the help of one command. */
export function helpText(command: Command): string {
  const codes = command.exitCodes.map((code): Row => [String(code), exitCodes[code]]);
  return page([
    [`almanac ${command.name}: ${command.summary}`],
    [usageLine(command)],
    command.about.split('\n').flatMap((paragraph) => wrapText(paragraph, width)),
    heading(
      'Arguments',
      rows(command.arguments.map(({ name, about }): Row => [name.replace(/[[\]<>.]/g, ''), about])),
    ),
    heading('Options', rows(command.options.map(optionRow))),
    ['Options of every command', ...rows(sharedOptions.map(optionRow))],
    ['Examples', ...exampleLines(command.examples)],
    ['Exit codes', ...rows(codes)],
  ]);
}

/** Returns the line that says how a command is called. */
export function usageLine(command: Pick<Command, 'name' | 'usage'>): string {
  return `Usage: almanac ${command.name} [options]${command.usage && ` ${command.usage}`}`;
}

const versionOption: OptionSpec = { flags: '--version', about: 'show the version' };

function optionRow(option: OptionSpec): Row {
  return [option.flags, option.many ? `${option.about}; may be repeated` : option.about];
}

function heading(title: string, lines: readonly string[]): readonly string[] {
  return lines.length > 0 ? [title, ...lines] : [];
}

function rows(list: readonly Row[], least = 0): string[] {
  const left = Math.max(least, ...list.map(([text]) => text.length));
  return list.flatMap(([text, about]) =>
    wrapText(about, width - left - 4).map((line, i) => `  ${(i === 0 ? text : '').padEnd(left)}  ${line}`),
  );
}

function exampleLines(examples: Command['examples']): string[] {
  return examples.flatMap(({ about, run }) => [`  # ${about}`, `  ${run}`]);
}

function page(blocks: readonly (readonly string[])[]): string {
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => `${block.join('\n')}\n`)
    .join('\n');
}
