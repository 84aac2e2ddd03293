import { canonicalJson } from '../../manifest/index.ts';
import { count } from '../../words/index.ts';
import type { Call } from '../call.ts';
import type { Command } from '../command.ts';
import { failOnOption, pathsArgument } from '../declaration-options.ts';
import { type ExitCode, exitCodeOf, isError } from '../exit-code.ts';
import { allJobs } from '../fires/job-subjects.ts';
import { failOnOf, judge, refuseNothing } from '../judge.ts';
import { loadSide } from '../load-side.ts';
import { openWorkshop, sourceIn } from '../open-workshop.ts';
import { printJson } from '../print-json.ts';
import { reportDiagnostics } from '../report-diagnostics.ts';
import { writeOutput } from '../write-output.ts';

export const compile: Command = {
  name: 'compile',
  summary: 'write the manifest: what declarations mean, canonical and digested',
  usage: '[paths...]',
  about:
    'Writes the manifest as canonical JSON (RFC 8785): the same meaning gives the same bytes, however it is written and wherever it stands, but for the places of the declarations. It holds the tables of all zones used, so that whoever obeys it needs no time-zone data. It can be the base of a plan.',
  arguments: [pathsArgument],
  options: [
    { flags: '--out <file>', about: 'where to write it (default: the standard output)' },
    failOnOption,
  ],
  examples: [
    { about: 'keep what is in force, and plan against it later', run: 'almanac compile --out manifest.json' },
    { about: 'the digest of what all declarations mean', run: 'almanac compile | jq -r .digest' },
  ],
  exitCodes: [0, 1, 3, 4],
  run: compileDeclarations,
};

async function compileDeclarations(call: Call): Promise<ExitCode> {
  const workshop = openWorkshop(call, call.words);
  const { configuration, scope, workTree, cwd } = workshop;
  const side = await loadSide(workTree, workshop);
  workshop.close();
  refuseNothing(side, scope, configuration);
  const diagnostics = judge(side, configuration, call.now);
  const { io, options } = call;
  reportDiagnostics(call, diagnostics, sourceIn(workTree, configuration));
  if (diagnostics.some(isError)) {
    if (options.json) printJson(call, { diagnostics });
    io.stderr.write('almanac compile: no manifest was written, for the declarations have errors\n');
    return exitCodeOf(diagnostics, failOnOf(call, configuration));
  }
  const { manifest } = side;
  const text = `${canonicalJson(manifest)}\n`;
  const out = options['out'] as string | undefined;
  if (out === undefined) io.stdout.write(text);
  else writeOutput(cwd, out, text);
  if (!options.quiet) {
    const jobs = count(allJobs(manifest).length, 'job');
    const tenants = count(Object.keys(manifest.tenants).length, 'tenant');
    io.stderr.write(
      `${jobs} of ${tenants}, ${manifest.digest}, tzdata ${manifest.tzdata}${out === undefined ? '' : `: ${out}`}\n`,
    );
  }
  return exitCodeOf(diagnostics, failOnOf(call, configuration));
}
