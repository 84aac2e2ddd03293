import type { Diagnostic } from '../../../schema/diagnostic.ts';
import { renderSummary } from '../../diagnostics/index.ts';
import { count } from '../../words/index.ts';
import type { Call } from '../call.ts';
import type { Command } from '../command.ts';
import { failOnOption, pathsArgument } from '../declaration-options.ts';
import { type ExitCode, exitCodeOf } from '../exit-code.ts';
import { failOnOf, judge, refuseNothing } from '../judge.ts';
import { loadSide, type Side } from '../load-side.ts';
import { openWorkshop, sourceIn } from '../open-workshop.ts';
import { printJson } from '../print-json.ts';
import { reportDiagnostics } from '../report-diagnostics.ts';

export const check: Command = {
  name: 'check',
  summary: 'say what is wrong in declarations, at line and column',
  usage: '[paths...]',
  about:
    'Reads declarations, holds them against their schemas, compiles them and runs the rules. Each remark has a place, a frame of the code, what to do about it, and the page that says why. Severities and waivers are set in almanac.config.yaml.',
  arguments: [pathsArgument],
  options: [failOnOption],
  examples: [
    { about: 'everything below the working folder', run: 'almanac check' },
    {
      about: 'some teams, and warnings end it with 3 too',
      run: 'almanac check "teams/{benefits,pensions}/**" --fail-on warning',
    },
    { about: 'for a program', run: "almanac check --json | jq '.diagnostics[].code'" },
  ],
  exitCodes: [0, 1, 3, 4],
  run: checkDeclarations,
};

async function checkDeclarations(call: Call): Promise<ExitCode> {
  const workshop = openWorkshop(call, call.words);
  const { configuration, scope, workTree } = workshop;
  const side = await loadSide(workTree, workshop);
  workshop.close();
  refuseNothing(side, scope, configuration);
  const diagnostics = judge(side, configuration, call.now);
  const { io, options } = call;
  if (options.json) {
    printJson(call, { diagnostics, counts: countsOf(side, diagnostics) });
  } else {
    reportDiagnostics(call, diagnostics, sourceIn(workTree, configuration), { output: io.stdout });
    if (!options.quiet) io.stdout.write(`${summaryText(side, diagnostics)}\n`);
  }
  return exitCodeOf(diagnostics, failOnOf(call, configuration));
}

function summaryText(
  { tree, documents, refusedCount, passedOver }: Side,
  diagnostics: readonly Diagnostic[],
): string {
  const checked = `${count(documents.length + refusedCount, 'declaration')} in ${count(tree.files.length, 'file')}`;
  const passed = passedOver > 0 ? ` (${count(passedOver, 'document')} of other kinds passed over)` : '';
  return `${checked}${passed}: ${renderSummary(diagnostics)}`;
}

function countsOf(
  { tree, documents, refusedCount, passedOver }: Side,
  diagnostics: readonly Diagnostic[],
): Record<string, number> {
  const of = (severity: Diagnostic['severity']) =>
    diagnostics.filter((one) => one.severity === severity).length;
  return {
    files: tree.files.length,
    declarations: documents.length + refusedCount,
    passedOver,
    stop: of('stop'),
    error: of('error'),
    warning: of('warning'),
    info: of('info'),
  };
}
