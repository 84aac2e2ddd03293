import { type Call, CallError, type Command, type ExitCode, printJson } from '../../../compiler/cli/index.ts';
import { orderText } from '../order-text.ts';
import { principalOf, principalOption } from '../principal-option.ts';
import { runtimeOptions } from '../runtime-place.ts';
import { tenantAndJob, tenantOption } from '../tenant-option.ts';
import { withRuntime } from '../with-runtime.ts';

export const release: Command = {
  name: 'release',
  summary: 'end a hold before its time',
  usage: '<hold>',
  about:
    'Ends an operational hold. What has waited is judged as if first seen then: missed fires are caught up as their policy says. `almanac upcoming` lists the holds in force.',
  arguments: [{ name: '[hold]', about: 'tenant/hold, or the name of the hold alone' }],
  options: [principalOption, tenantOption, ...runtimeOptions],
  examples: [{ about: 'the move is over', run: 'almanac release benefits/hold-3f9c1a2b4d5e' }],
  exitCodes: [0, 1],
  run: releaseIt,
};

async function releaseIt(call: Call): Promise<ExitCode> {
  const { options, words, io } = call;
  if (words[0] === undefined) throw new CallError('which hold?', '`almanac upcoming` lists those in force');
  return withRuntime(call, async ({ questions, orders }): Promise<ExitCode> => {
    const { tenant, job: name } = await tenantAndJob(call, questions, words[0]);
    const answer = await orders.release({ tenant, principal: principalOf(call) }, name!);
    if (options.json) printJson(call, answer);
    else io.stdout.write(orderText({ ...answer, hold: name! }, 'The hold is over'));
    return 0;
  });
}
