import {
  type Call,
  type Command,
  type ExitCode,
  paintFor,
  printJson,
  readCount,
  readMoment,
} from '../../../compiler/cli/index.ts';
import { pageMost } from '../../history/index.ts';
import { runtimeOptions } from '../runtime-place.ts';
import { tenantAndJob, tenantOption } from '../tenant-option.ts';
import { upcomingText } from '../upcoming-text.ts';
import { withRuntime } from '../with-runtime.ts';

export const upcoming: Command = {
  name: 'upcoming',
  summary: 'list what waits, for what and until when, and what fires next',
  usage: '[job]',
  about:
    'Lists the fires without a fate with what each waits for and when it may go, as far as anybody can tell; the operational holds in force; and the next fires by the revision in force, with the times between them that give none.',
  arguments: [{ name: '[job]', about: 'tenant/name, or the name alone (default: all jobs of the tenant)' }],
  options: [
    { flags: '--until <instant>', about: 'only what is scheduled before', read: readMoment },
    { flags: '--limit <n>', about: 'at most so many fires to come (default: 10)', read: readCount },
    tenantOption,
    ...runtimeOptions,
  ],
  examples: [
    { about: 'what is about to run', run: 'almanac upcoming' },
    { about: 'the rest of the day', run: 'almanac upcoming --until 2026-12-01T00:00:00Z --limit 500' },
  ],
  exitCodes: [0, 1],
  run: listUpcoming,
};

const limitByDefault = 10;

async function listUpcoming(call: Call): Promise<ExitCode> {
  const { options, words, io } = call;
  const { until, limit = limitByDefault } = options as { readonly until?: number; readonly limit?: number };
  return withRuntime(call, async ({ questions }): Promise<ExitCode> => {
    const { tenant, job } = await tenantAndJob(call, questions, words[0]);
    const report = await questions.upcoming({
      tenant,
      ...(job !== undefined && { job }),
      ...(until !== undefined && { until: Math.ceil(until) }),
      limit: Math.min(limit, pageMost),
    });
    if (options.json) printJson(call, report);
    else
      io.stdout.write(
        upcomingText(report, job === undefined ? tenant : `${tenant}/${job}`, paintFor(call, io.stdout)),
      );
    return 0;
  });
}
