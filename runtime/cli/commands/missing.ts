import { type Call, type Command, type ExitCode, paintFor, printJson } from '../../../compiler/cli/index.ts';
import { pageMost } from '../../history/index.ts';
import { missingText } from '../missing-text.ts';
import { runtimeOptions } from '../runtime-place.ts';
import { spanOf, spanOptions } from '../span-options.ts';
import { tenantAndJob, tenantOption } from '../tenant-option.ts';
import { withRuntime } from '../with-runtime.ts';

export const missing: Command = {
  name: 'missing',
  summary: 'list the windows that no successful run has covered',
  usage: '[job]',
  about:
    'Lists, job by job, which spans of time have not been dealt with: the fire did not run, or its run failed, was lost or never arrived. What another run has covered since, by catch-up or by an order, is not listed. Fires that still wait are marked, and so are those that are due and not decided, which is the fault of the platform.\nEnds with 3 where something is missing, so that a script can ask.',
  arguments: [{ name: '[job]', about: 'tenant/name, or the name alone (default: all jobs of the tenant)' }],
  options: [
    ...spanOptions,
    { flags: '--cursor <cursor>', about: 'go on where the page before ended' },
    tenantOption,
    ...runtimeOptions,
  ],
  examples: [
    { about: 'what last night has left undone', run: 'almanac missing --since 12h' },
    { about: 'and of one job, the whole month', run: 'almanac missing benefits/statement-run --since 30d' },
  ],
  exitCodes: [0, 1, 3],
  run: listMissing,
};

async function listMissing(call: Call): Promise<ExitCode> {
  const { options, words, io } = call;
  const cursor = options['cursor'] as string | undefined;
  const span = spanOf(call);
  return withRuntime(call, async ({ questions }): Promise<ExitCode> => {
    const { tenant, job } = await tenantAndJob(call, questions, words[0]);
    const report = await questions.missing({
      tenant,
      ...(job !== undefined && { job }),
      ...span,
      limit: pageMost,
      ...(cursor !== undefined && { cursor }),
    });
    if (options.json) printJson(call, report);
    else
      io.stdout.write(
        missingText(report, job === undefined ? tenant : `${tenant}/${job}`, paintFor(call, io.stdout)),
      );
    const isMissing = report.jobs.some(({ windows }) => windows.some(({ state }) => state !== 'open'));
    return isMissing ? 3 : 0;
  });
}
