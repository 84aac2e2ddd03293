import { existsSync, realpathSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { CallError } from '../../source/index.ts';
import type { Call } from '../call.ts';
import type { Command } from '../command.ts';
import type { ExitCode } from '../exit-code.ts';
import { starterFiles } from '../init/starter-files.ts';
import { paintFor } from '../paint-for.ts';
import { printJson } from '../print-json.ts';
import { writeOutput } from '../write-output.ts';
import { schemaFiles, schemaFolder } from './schema.ts';

export const init: Command = {
  name: 'init',
  summary: 'write a commented starter repository',
  usage: '[folder]',
  about:
    'Writes a tenant, a policy with proposed answers and the reason of each, a first job, a configuration, a workflow that shows the plan on every pull request, and the schema by which an editor completes. A file that is there already is left as it is.',
  arguments: [{ name: '[folder]', about: 'where to write it (default: .)' }],
  options: [
    {
      flags: '--tenant <name>',
      about: 'a DNS label (default: made of the name of the folder)',
      read: readTenant,
    },
  ],
  examples: [
    { about: 'a repository for one team', run: 'almanac init my-jobs --tenant my-team' },
    { about: 'what is missing in this folder', run: 'almanac init' },
  ],
  exitCodes: [0, 1],
  run: writeStarter,
};

const labelPattern = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

function readTenant(text: string): string {
  if (labelPattern.test(text)) return text;
  throw new CallError(
    `\`${text}\` is not a DNS label`,
    'write at most 63 lower-case letters, digits and dashes, no dash first or last',
  );
}

async function writeStarter(call: Call): Promise<ExitCode> {
  const { io, options, words } = call;
  const folder = words[0] ?? '.';
  const tenant = (options['tenant'] as string | undefined) ?? labelOf(resolve(io.cwd(), folder));
  const schemas = schemaFiles().filter(({ name }) => /^(?:declaration|almanac-config)\./.test(name));
  const written = schemas.map(({ name, text }) => [`${schemaFolder}/${name}`, text] as const);
  const files = { ...starterFiles(tenant), ...Object.fromEntries(written) };
  const told = Object.entries(files).map(([path, text]) => {
    const file = join(folder, path);
    const kept = existsSync(resolve(io.cwd(), file));
    if (!kept) writeOutput(io.cwd(), file, text);
    return { file, kept };
  });
  if (options.json) {
    printJson(call, {
      written: told.filter(({ kept }) => !kept).map(({ file }) => file),
      kept: told.filter(({ kept }) => kept).map(({ file }) => file),
    });
  } else if (!options.quiet) {
    const paint = paintFor(call, io.stdout);
    const lines = told.map(({ file, kept }) =>
      kept ? paint.faint(`  kept   ${file} (it was there)`) : `  ${paint.add('wrote')}  ${file}`,
    );
    io.stdout.write([...lines, '', ...nextSteps(folder, tenant), ''].join('\n'));
  }
  return 0;
}

function nextSteps(folder: string, tenant: string): string[] {
  return [
    'Next:',
    ...(folder === '.' ? [] : [`  cd ${folder}`]),
    '  almanac check                   # what is wrong: nothing yet',
    '  almanac fires                   # when the job fires, and what the clocks do to it',
    `  almanac explain ${tenant}/nightly-report@<instant from that list>`,
    '  git init && git add . && git commit -m "First job"',
    '  # change jobs.yaml, and then:',
    '  almanac plan                    # which fires the change adds, removes or moves',
    '  almanac up                      # runs these jobs on this machine, until Ctrl-C',
    '',
    'Read policies.yaml before anything else: its five answers are proposals, and they are yours to give.',
  ];
}

/** Makes a DNS label of a folder's name. */
function labelOf(folder: string): string {
  const name = basename(existsSync(folder) ? realpathSync(folder) : folder);
  const label = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '');
  return labelPattern.test(label) ? label : 'my-team';
}
