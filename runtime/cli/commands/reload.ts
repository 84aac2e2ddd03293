import { resolve } from 'node:path';
import { CallError, type Command } from '../../../compiler/cli/index.ts';
import { readUpMark } from '../up-mark.ts';

export const reload: Command = {
  name: 'reload',
  summary: 'make a running `almanac up` read its declarations again',
  usage: '[dir]',
  about:
    'Asks the `almanac up` that runs in a folder to read the declarations there again, to show what they change, and to apply it. What comes of it is told there.',
  arguments: [{ name: '[dir]', about: 'the folder that it runs in (default: this one)' }],
  options: [],
  examples: [{ about: 'after an edit', run: 'almanac reload' }],
  exitCodes: [0, 1],
  async run({ words, io, options }) {
    const mark = readUpMark(resolve(io.cwd(), words[0] ?? '.'));
    if (!mark) throw new CallError('no `almanac up` runs in this folder', 'start it with `almanac up`');
    process.kill(mark.pid, 'SIGHUP');
    if (!options.quiet) io.stderr.write(`almanac reload: process ${mark.pid} reads its declarations again\n`);
    return 0;
  },
};
