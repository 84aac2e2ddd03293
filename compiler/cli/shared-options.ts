import type { OptionSpec } from './command.ts';

/** Options that every command takes, before its name or after it. */
export const sharedOptions: readonly OptionSpec[] = [
  { flags: '--json', about: 'answer as JSON' },
  { flags: '--now <instant>', about: 'the clock for everything, instead of the real one' },
  { flags: '--config <file>', about: 'instead of the nearest almanac.config.yaml, looked for upwards' },
  { flags: '--no-cache', about: 'neither read nor write what earlier runs remember' },
  { flags: '--quiet', about: 'no progress, no summaries, no notes' },
  { flags: '--color', about: 'colour, though the output is no terminal' },
  { flags: '--no-color', about: 'no colour, though it is one' },
  { flags: '-h, --help', about: 'show this' },
];

/** Those that take a value in the next word. */
export const sharedWithValue: ReadonlySet<string> = new Set(['--now', '--config']);
