import type { ArgumentSpec, OptionSpec } from './command.ts';
import { readOneOf } from './read-option.ts';

/** The paths of commands that read declarations. */
export const pathsArgument: ArgumentSpec = {
  name: '[paths...]',
  about:
    'files, folders, quoted globs: *.yaml and *.yml that git does not ignore, Terraform stacks where a path leads to *.tf.json or cdktf.out (default: what almanac.config.yaml says, else .)',
};

/** For commands that end with 3 when something is wrong. */
export const failOnOption: OptionSpec = {
  flags: '--fail-on <severity>',
  about:
    'end with 3 from this severity on: info, warning, error or stop (default: what almanac.config.yaml says, else error)',
  read: readOneOf('info', 'warning', 'error', 'stop'),
};
