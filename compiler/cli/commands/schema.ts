import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '../call.ts';
import type { Command } from '../command.ts';
import type { ExitCode } from '../exit-code.ts';
import { printJson } from '../print-json.ts';
import { packageFolder } from '../version.ts';
import { writeOutput } from '../write-output.ts';

/** Where schemas are written, and where the modelines of `almanac init` look for them. */
export const schemaFolder = '.almanac/schema';

export const schema: Command = {
  name: 'schema',
  summary: 'write the JSON Schemas by which an editor completes and checks',
  usage: '',
  about: `Writes one schema a kind, one for a file of several kinds (declaration.schema.json), those of what almanac itself writes (manifest, plan, fires), and that of almanac.config.yaml. An editor with a YAML language server takes them from a line at the top of a file:\n# yaml-language-server: $schema=${schemaFolder}/declaration.schema.json`,
  arguments: [],
  options: [{ flags: '--out <folder>', about: `where to write them (default: ${schemaFolder})` }],
  examples: [
    { about: 'where the files of `almanac init` look for them', run: 'almanac schema' },
    { about: 'somewhere else', run: 'almanac schema --out schemas' },
  ],
  exitCodes: [0, 1],
  run: writeSchemas,
};

async function writeSchemas(call: Call): Promise<ExitCode> {
  const folder = (call.options['out'] as string | undefined) ?? schemaFolder;
  const files = schemaFiles().map(({ name, text }) => {
    const file = `${folder.replace(/\/$/, '')}/${name}`;
    writeOutput(call.io.cwd(), file, text);
    return file;
  });
  if (call.options.json) printJson(call, { files });
  else if (!call.options.quiet) call.io.stdout.write(files.map((file) => `wrote ${file}\n`).join(''));
  return 0;
}

/** Returns the schemas that come with the package. */
export function schemaFiles(): { readonly name: string; readonly text: string }[] {
  const folders = ['schema/kinds', 'schema/published'].map((folder) => join(packageFolder(), folder));
  return folders
    .flatMap((folder) =>
      readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') })),
    )
    .filter(({ name }) => name.endsWith('.schema.json'))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
