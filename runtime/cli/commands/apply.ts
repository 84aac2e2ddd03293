import {
  type Call,
  CallError,
  type Command,
  type ExitCode,
  exitCodeOf,
  failOnOf,
  failOnOption,
  loadConfigHere,
  printJson,
  reportDiagnostics,
} from '../../../compiler/cli/index.ts';
import { formatInstant } from '../../../compiler/index.ts';
import type { Severity } from '../../../schema/diagnostic.ts';
import type { ApplyAnswer, ApplyRefusal, TenantAnswer } from '../../apply/index.ts';
import { principalOf, principalOption } from '../principal-option.ts';
import { readPlanFile } from '../read-plan-file.ts';
import { runtimeOptions } from '../runtime-place.ts';
import { withApplyPort } from '../with-apply-port.ts';

export const apply: Command = {
  name: 'apply',
  summary: 'put a reviewed plan in force',
  usage: '<plan.json>',
  about:
    'Sends a plan to the runtime that it was made against. The runtime accepts it only if what is in force is what the plan compared with and the plan has not expired, plans again from its own clock, tells what is otherwise by now, and stops at a finding that no approval has seen. Each tenant is one apply, done whole or not at all. Applying the same plan again does what is left of it, and says so where nothing is.',
  arguments: [{ name: '<plan.json>', about: 'what `almanac plan --base <runtime> --out plan.json` wrote' }],
  options: [failOnOption, principalOption, ...runtimeOptions],
  examples: [
    { about: 'what was reviewed, in force', run: 'almanac apply plan.json --runtime http://127.0.0.1:7788' },
    {
      about: 'only if not even a warning is new',
      run: 'almanac apply plan.json --fail-on warning --principal ci:deploy',
    },
  ],
  exitCodes: [0, 1, 3, 4, 5],
  run: applyPlanFile,
};

async function applyPlanFile(call: Call): Promise<ExitCode> {
  const plan = readPlanFile(call);
  const configuration = loadConfigHere(call);
  const failOn = failOnOf(call, configuration);
  const answer = await withApplyPort(call, (port) =>
    port.apply({ plan, principal: principalOf(call), failOn }),
  );
  if (call.options.json) printJson(call, answer);
  else tell(call, answer);
  return exitCodeFor(answer, failOn);
}

function tell(call: Call, answer: ApplyAnswer): void {
  const { stdout, stderr } = call.io;
  const { differs, refused, tenants, approvedBy } = answer;
  if (differs.length > 0)
    stdout.write(
      `Otherwise than in the plan that was reviewed:\n${differs.map((line) => `  ${line}\n`).join('')}\n`,
    );
  if (refused) {
    // Where the findings point to is in the repository that the plan was made in, which may not be here.
    reportDiagnostics(call, refused.unseen ?? [], () => undefined);
    stderr.write(`almanac apply: ${refused.message}\n${refused.help ? `  help: ${refused.help}\n` : ''}`);
  }
  for (const tenant of tenants) stdout.write(`${tenantText(tenant)}\n`);
  if (refused) return;
  if (tenants.length === 0) stdout.write('Nothing to apply: what the plan wants is in force.\n');
  else if (tenants.every(({ kind }) => kind === 'already'))
    stdout.write('Nothing left to apply: this plan was applied before.\n');
  else if (approvedBy.length > 0) stdout.write(`Approved by ${approvedBy.join(', ')}.\n`);
}

function tenantText({ tenant, kind, revision, inForceFrom, message }: TenantAnswer): string {
  const from = inForceFrom === undefined ? '' : `, in force from ${formatInstant(inForceFrom)} on`;
  switch (kind) {
    case 'applied':
      return `${tenant}: applied as revision ${revision}${from}`;
    case 'already':
      return `${tenant}: was applied before, as revision ${revision}${from}${message ? `; ${message}` : ''}`;
    case 'refused':
      return `${tenant}: refused: ${message}`;
    case 'unanswered':
      return `${tenant}: not answered: ${message}`;
  }
}

function exitCodeFor({ refused, tenants }: ApplyAnswer, failOn: Severity): ExitCode {
  if (refused) return refusalCode(refused, failOn);
  if (tenants.some(({ kind }) => kind === 'refused')) return 5;
  return tenants.some(({ kind }) => kind === 'unanswered') ? 1 : 0;
}

function refusalCode({ code, message, help, unseen = [] }: ApplyRefusal, failOn: Severity): ExitCode {
  switch (code) {
    case 'findings':
      return exitCodeOf(unseen, failOn);
    case 'not-appliable':
    case 'other-runtime':
      throw new CallError(message, help);
    default:
      return 5;
  }
}
