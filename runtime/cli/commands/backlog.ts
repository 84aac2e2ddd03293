import { type Call, type Command, type ExitCode, paintFor, printJson } from '../../../compiler/cli/index.ts';
import { backlogText } from '../backlog-text.ts';
import { runtimeOptions } from '../runtime-place.ts';
import { tenantOption } from '../tenant-option.ts';
import { withRuntime } from '../with-runtime.ts';

export const backlog: Command = {
  name: 'backlog',
  summary: 'say whether the platform keeps up, or until when it will have caught up',
  usage: '',
  about:
    'Says of each shard how far its decisions have come, which fire has waited longest, and how many wait for what. `idle`: nothing is due. `held`: what waits, waits for what its tenants declared or ordered, and the platform keeps up. `draining`: it is behind and catches up, and until when. `growing`: it decides less than falls due. `stuck`: it writes nothing.\nEnds with 3 where a shard is growing or stuck.',
  arguments: [],
  options: [
    { ...tenantOption, about: "only this tenant's fires, in its shard (default: everybody's)" },
    ...runtimeOptions,
  ],
  examples: [
    { about: 'does it keep up?', run: 'almanac backlog' },
    { about: 'and for one tenant?', run: 'almanac backlog --tenant benefits' },
  ],
  exitCodes: [0, 1, 3],
  run: tellBacklog,
};

async function tellBacklog(call: Call): Promise<ExitCode> {
  const { options, io } = call;
  return withRuntime(call, async ({ questions }): Promise<ExitCode> => {
    const report = await questions.backlog(options['tenant'] as string | undefined);
    if (options.json) printJson(call, report);
    else io.stdout.write(backlogText(report, paintFor(call, io.stdout)));
    return report.word === 'stuck' || report.word === 'growing' ? 3 : 0;
  });
}
