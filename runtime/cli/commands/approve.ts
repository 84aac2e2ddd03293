import { type Call, type Command, type ExitCode, printJson } from '../../../compiler/cli/index.ts';
import { formatInstant, renderPlanText } from '../../../compiler/index.ts';
import { findingName } from '../../apply/index.ts';
import { principalOf, principalOption } from '../principal-option.ts';
import { readPlanFile } from '../read-plan-file.ts';
import { runtimeOptions } from '../runtime-place.ts';
import { withApplyPort } from '../with-apply-port.ts';

export const approve: Command = {
  name: 'approve',
  summary: 'record that you have reviewed a plan and its findings',
  usage: '<plan.json>',
  about:
    'Shows the plan and records who approves it: the principal, the digest of the plan, and the findings in it, so that an apply is stopped by a finding that nobody has seen. The digest is over what changes and not over when, so an approval holds for the same change planned again; a change that was applied has used its approvals up.',
  arguments: [{ name: '<plan.json>', about: 'what `almanac plan --base <runtime> --out plan.json` wrote' }],
  options: [
    { flags: '--comment <text>', about: 'what you want to be known about it' },
    principalOption,
    ...runtimeOptions,
  ],
  examples: [
    {
      about: 'approve what a colleague wants to apply',
      run: 'almanac approve plan.json --runtime http://127.0.0.1:7788 --principal user:ada@example.gov',
    },
  ],
  exitCodes: [0, 1],
  run: approvePlanFile,
};

async function approvePlanFile(call: Call): Promise<ExitCode> {
  const { io, options } = call;
  const plan = readPlanFile(call);
  const comment = options['comment'] as string | undefined;
  const approval = await withApplyPort(call, (port) =>
    port.approve({
      planDigest: plan.digest,
      // What is only told for information stops nothing.
      findings: plan.findings.filter(({ severity }) => severity !== 'info').map(findingName),
      principal: principalOf(call),
      ...(comment !== undefined && { comment }),
    }),
  );
  if (options.json) {
    printJson(call, approval);
    return 0;
  }
  if (!options.quiet) io.stdout.write(`${renderPlanText(plan)}\n`);
  const { principal, at, findings } = approval;
  const seen = findings.length === 0 ? 'no findings' : `having seen ${findings.join(', ')}`;
  io.stdout.write(`Approved by ${principal} at ${formatInstant(at)}, ${seen}.\n`);
  return 0;
}
