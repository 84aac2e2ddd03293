import {
  type Call,
  CallError,
  type Command,
  type ExitCode,
  printJson,
  readDuration,
  readMoment,
} from '../../../compiler/cli/index.ts';
import { formatInstant } from '../../../compiler/index.ts';
import { orderText } from '../order-text.ts';
import { principalOf, principalOption } from '../principal-option.ts';
import { runtimeOptions } from '../runtime-place.ts';
import { tenantAndJob, tenantOption } from '../tenant-option.ts';
import { withRuntime } from '../with-runtime.ts';

export const hold: Command = {
  name: 'hold',
  summary: 'let nothing of a job, or of a tenant, be dispatched for a while',
  usage: '[job] --reason <text> --for <duration>',
  about:
    'Holds a job, or all of a tenant: its fires wait, and are judged at the end as if first seen then. Runs that are going on go on. It only delays, is recorded with who ordered it, and is shown in plans; it lasts seven days at most. A longer stop is a pause, which is declared and reviewed.',
  arguments: [{ name: '[job]', about: 'tenant/name, or the name alone (default: all of the tenant)' }],
  options: [
    { flags: '--reason <text>', about: 'why, for everybody who finds it waiting' },
    { flags: '--for <duration>', about: 'how long, for instance `2h`', read: readDuration },
    { flags: '--until <instant>', about: 'the same, until an instant', read: readMoment },
    principalOption,
    tenantOption,
    ...runtimeOptions,
  ],
  examples: [
    {
      about: 'the warehouse is being moved',
      run: 'almanac hold benefits/warehouse-extract --for 2h --reason "the warehouse is being moved"',
    },
  ],
  exitCodes: [0, 1],
  run: holdIt,
};

async function holdIt(call: Call): Promise<ExitCode> {
  const { options, words, now, io } = call;
  const {
    reason,
    for: length,
    until,
  } = options as {
    readonly reason?: string;
    readonly for?: number;
    readonly until?: number;
  };
  if (reason === undefined)
    throw new CallError('why?', 'say it with `--reason`, for everybody who finds it waiting');
  if ((length === undefined) === (until === undefined))
    throw new CallError('until when?', 'say it with `--for` or with `--until`');
  const end = formatInstant(until === undefined ? now + length! : Math.floor(until));
  return withRuntime(call, async ({ questions, orders }): Promise<ExitCode> => {
    const { tenant, job } = await tenantAndJob(call, questions, words[0]);
    const answer = await orders.hold(
      { tenant, principal: principalOf(call) },
      { ...(job !== undefined && { job }), until: end, reason },
    );
    if (options.json) printJson(call, answer);
    else {
      const what = job === undefined ? `all of ${tenant}` : `${tenant}/${job}`;
      io.stdout.write(
        orderText(answer, `${what} is held until ${end}`, `almanac release ${tenant}/${answer.hold}`),
      );
    }
    return 0;
  });
}
