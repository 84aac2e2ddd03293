import {
  type Call,
  CallError,
  type Command,
  type ExitCode,
  type FormatRequest,
  formatOption,
  loadConfigHere,
  outOption,
  planFormats,
  writePlan,
} from '../../../compiler/cli/index.ts';
import { hasChanges } from '../../../compiler/index.ts';
import { planBetween } from '../plan-between.ts';
import { type RevisionName, readRevisionName, revisionInForce, revisionNamed } from '../revision-name.ts';
import { runtimeOptions } from '../runtime-place.ts';
import { withApplyPort } from '../with-apply-port.ts';

export const diff: Command = {
  name: 'diff',
  summary: 'show which fires differ between two revisions',
  usage: '<revision> [revision]',
  about:
    'Compares two revisions of a tenant as a plan does, by the fires that differ from now on. Zone tables are those of the revisions. With one revision, compares it with what is in force.',
  arguments: [
    { name: '<revision>', about: 'tenant and number, such as benefits@3; benefits@0 is nothing at all' },
    { name: '[revision]', about: 'what it is compared with (default: what is in force)' },
  ],
  options: [
    formatOption,
    outOption,
    { flags: '--detailed-exitcode', about: 'end with 2 where there are changes of meaning' },
    ...runtimeOptions,
  ],
  examples: [
    { about: 'what the last change was', run: 'almanac diff benefits@3 benefits@4' },
    { about: 'what has changed since', run: 'almanac diff benefits@1' },
  ],
  exitCodes: [0, 1, 2],
  run: showDifference,
};

async function showDifference(call: Call): Promise<ExitCode> {
  const { options, words, now } = call;
  const first = readRevisionName(words[0]!);
  const second = words[1] === undefined ? undefined : readRevisionName(words[1]);
  if (second && second.tenant !== first.tenant)
    throw new CallError('the revisions are of two tenants', 'a tenant is compared with itself');
  const formats = planFormats(
    options['format'] as readonly FormatRequest[] | undefined,
    options['out'] as string | undefined,
    options.json === true,
  );
  const { config } = loadConfigHere(call);
  return await withApplyPort(call, async (port) => {
    const side = async (name: RevisionName) => ({
      label: `${name.tenant} revision ${name.revision}`,
      detail: await revisionNamed(port, name),
    });
    const other = second ?? { tenant: first.tenant, revision: await revisionInForce(port, first.tenant) };
    const { plan, sides } = planBetween(await side(first), await side(other), config, now);
    await writePlan(call, plan, sides, formats);
    return options['detailedExitcode'] && hasChanges(plan) ? 2 : 0;
  });
}
