import {
  type Call,
  CallError,
  type Command,
  type ExitCode,
  paintFor,
  printJson,
  readCount,
} from '../../../compiler/cli/index.ts';
import { pageMost } from '../../history/index.ts';
import { historyText } from '../history-text.ts';
import { runtimeOptions } from '../runtime-place.ts';
import { spanOf, spanOptions } from '../span-options.ts';
import { tenantAndJob, tenantOption } from '../tenant-option.ts';
import { withRuntime } from '../with-runtime.ts';

export const history: Command = {
  name: 'history',
  summary: 'list what became of fires, and why',
  usage: '[job]',
  about:
    'Lists the fires of a tenant, or of one job, newest first: which ran, how late and for how long, and of each that did not simply run the sentence that says why, with the policy that decided and where it is written. Consecutive fires of a job with one fate are one line; --each lists them one by one. --omissions also lists the times of the schedule that gave no fire.',
  arguments: [{ name: '[job]', about: 'tenant/name, or the name alone (default: all jobs of the tenant)' }],
  options: [
    ...spanOptions,
    { flags: '--each', about: 'list the fires of a stretch one by one; needs a job' },
    {
      flags: '--omissions',
      about: 'also list the times that gave no fire: calendar, skip, pause, clock change',
    },
    {
      flags: '--limit <n>',
      about: `at most so many lines, up to ${pageMost} (default: 100)`,
      read: readCount,
    },
    { flags: '--cursor <cursor>', about: 'go on where the page before ended' },
    tenantOption,
    ...runtimeOptions,
  ],
  examples: [
    { about: 'what became of last night', run: 'almanac history --since 12h' },
    { about: 'one job, each fire by itself', run: 'almanac history benefits/claim-intake --each --since 7d' },
    {
      about: 'as JSON, from a runtime elsewhere',
      run: 'almanac history --runtime http://127.0.0.1:7788 --json',
    },
  ],
  exitCodes: [0, 1],
  run: listHistory,
};

const limitByDefault = 100;

async function listHistory(call: Call): Promise<ExitCode> {
  const { options, words, io } = call;
  const { each = false, omissions = false, cursor } = options as HistoryOptions;
  const limit = Math.min((options['limit'] as number | undefined) ?? limitByDefault, pageMost);
  const span = spanOf(call);
  return withRuntime(call, async ({ questions }): Promise<ExitCode> => {
    const { tenant, job } = await tenantAndJob(call, questions, words[0]);
    if (each && job === undefined) throw new CallError('`--each` lists the fires of one job', 'name the job');
    const page = await questions.history({
      tenant,
      ...(job !== undefined && { job }),
      ...span,
      each,
      omissions,
      limit,
      ...(cursor !== undefined && { cursor }),
    });
    if (options.json) printJson(call, page);
    else
      io.stdout.write(
        historyText(page, job === undefined ? tenant : `${tenant}/${job}`, paintFor(call, io.stdout)),
      );
    return 0;
  });
}

interface HistoryOptions {
  readonly each?: boolean;
  readonly omissions?: boolean;
  readonly cursor?: string;
}
