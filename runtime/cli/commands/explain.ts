import {
  type Call,
  CallError,
  type Command,
  type ExitCode,
  explain as explainDeclared,
  paintFor,
  printJson,
  readQuestion,
  sortWords,
} from '../../../compiler/cli/index.ts';
import { explainText } from '../../../compiler/index.ts';
import { NotFound } from '../../history/index.ts';
import { ledgerHere, namesRuntime, runtimeOptions } from '../runtime-place.ts';
import { tenantAndJob, tenantOption } from '../tenant-option.ts';
import { withRuntime } from '../with-runtime.ts';

/** The explanation of what is declared, and with a runtime of what became of it. */
export const explain: Command = {
  ...explainDeclared,
  about: `${explainDeclared.about}\nIn the folder of an \`almanac up\`, or with --runtime or --ledger, it asks the runtime instead of declarations: what became of the fire, by which words of the revision in force then, its runs, attempts and reports. A path, such as \`.\`, asks the declarations there.`,
  options: [tenantOption, ...runtimeOptions],
  examples: [
    ...explainDeclared.examples,
    {
      about: 'what became of it, in the folder of `almanac up`',
      run: 'almanac explain benefits/statement-run 2026-11-30T01:30',
    },
    {
      about: 'and from elsewhere',
      run: 'almanac explain benefits/statement-run 2026-11-30T01:30 --runtime http://127.0.0.1:7788',
    },
  ],
  run: explainWhereItIs,
};

async function explainWhereItIs(call: Call): Promise<ExitCode> {
  if (namesRuntime(call)) return explainRecorded(call);
  const { paths } = sortWords(call.words, call.io.cwd());
  if (paths.length > 0 || ledgerHere(call.io) === undefined) return explainDeclared.run(call);
  const { options, io } = call;
  const tell = (text: string) => {
    if (!options.quiet && !options.json) io.stderr.write(`almanac explain: ${text}\n`);
  };
  try {
    const code = await explainRecorded(call);
    tell('this is from the ledger of this folder; with `.` behind it, it is from the declarations');
    return code;
  } catch (error) {
    // What is declared and not yet in force is still worth an answer.
    if (!(error instanceof CallError && error.cause instanceof NotFound)) throw error;
    tell(`the ledger of this folder does not know it (${error.message}), so this is what is declared`);
    return explainDeclared.run(call);
  }
}

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
