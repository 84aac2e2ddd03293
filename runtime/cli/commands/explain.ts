import {
  type Call,
  type Command,
  type ExitCode,
  explain as explainDeclared,
  paintFor,
  printJson,
  readQuestion,
} from '../../../compiler/cli/index.ts';
import { explainText } from '../../../compiler/index.ts';
import { namesRuntime, runtimeOptions } from '../runtime-place.ts';
import { tenantAndJob, tenantOption } from '../tenant-option.ts';
import { withRuntime } from '../with-runtime.ts';

/** The explanation of what is declared, and with a runtime of what became of it. */
export const explain: Command = {
  ...explainDeclared,
  about: `${explainDeclared.about}\nWith --runtime or --ledger it asks a runtime instead of declarations: what became of the fire, by which words of the revision in force then, its runs, attempts and reports.`,
  options: [tenantOption, ...runtimeOptions],
  examples: [
    ...explainDeclared.examples,
    {
      about: 'what became of it',
      run: 'almanac explain benefits/statement-run 2026-11-30T01:30 --ledger sqlite:.almanac/ledger.db',
    },
  ],
  run: (call) => (namesRuntime(call) ? explainRecorded(call) : explainDeclared.run(call)),
};

async function explainRecorded(call: Call): Promise<ExitCode> {
  const { job: word, time } = readQuestion(call.words);
  return withRuntime(call, async ({ questions }): Promise<ExitCode> => {
    const { tenant, job } = await tenantAndJob(call, questions, word);
    const explained = await questions.explain({ tenant, job: job!, time });
    if (call.options.json) printJson(call, explained);
    else {
      const paint = paintFor(call, call.io.stdout);
      call.io.stdout.write(explained.answers.map((answer) => explainText(answer, paint)).join('\n'));
    }
    return 0;
  });
}
