import {
  type Call,
  CallError,
  type Command,
  type ExitCode,
  exitCodeOf,
  type FormatRequest,
  failOnOf,
  failOnOption,
  formatOption,
  loadConfigHere,
  outOption,
  planFormats,
  readDuration,
  writePlan,
} from '../../../compiler/cli/index.ts';
import { runRules } from '../../../compiler/index.ts';
import type { Plan } from '../../../schema/plan.ts';
import { compileKept } from '../../apply/index.ts';
import { planBetween } from '../plan-between.ts';
import { readRevisionName, revisionNamed } from '../revision-name.ts';
import { runtimeOptions } from '../runtime-place.ts';
import { withApplyPort } from '../with-apply-port.ts';

export const revert: Command = {
  name: 'revert',
  summary: 'make a plan back to an earlier revision',
  usage: '<revision>',
  about:
    'Makes a plan that goes from what is in force back to an earlier revision of a tenant, with the declarations of all its sources and its zone tables as they were. It changes nothing: the plan is reviewed, approved and applied like any other. What the repository says is not reverted with it, so the next plan from there proposes the change again.',
  arguments: [{ name: '<revision>', about: 'tenant and number, such as benefits@3' }],
  options: [
    formatOption,
    outOption,
    {
      flags: '--expires <duration>',
      about: 'how long the plan can be applied (default: 1d)',
      read: readDuration,
    },
    failOnOption,
    ...runtimeOptions,
  ],
  examples: [
    {
      about: 'back to what was in force before the last change',
      run: 'almanac revert benefits@3 --out back.json && almanac apply back.json',
    },
  ],
  exitCodes: [0, 1, 3, 4],
  run: planBack,
};

/** Whoever goes back does it now. */
const lastsByDefault = 86_400;

async function planBack(call: Call): Promise<ExitCode> {
  const { options, words, now } = call;
  const name = readRevisionName(words[0]!);
  const { tenant } = name;
  if (name.revision === 0)
    throw new CallError(
      'there is no revision 0 to go back to',
      'to take everything away, take the declarations away',
    );
  const formats = planFormats(
    options['format'] as readonly FormatRequest[] | undefined,
    options['out'] as string | undefined,
    options.json === true,
  );
  const configuration = loadConfigHere(call);
  const { rules, options: ruleOptions, waivers, approvals = 0 } = configuration.config;
  const ruling = { rules, options: ruleOptions, waivers };
  return await withApplyPort(call, async (port) => {
    const base = await port.base({ tenants: [tenant] });
    const { revision, digest, snapshot } = base.tenants[tenant]!;
    const [inForce, wanted] = [
      await revisionNamed(port, { tenant, revision }),
      (await revisionNamed(port, name))!,
    ];
    const { plan: compared, sides } = planBetween(
      { label: `${tenant} revision ${revision}`, detail: inForce },
      { label: `${tenant} revision ${name.revision}`, detail: wanted },
      ruling,
      now,
      {
        snapshot: { formatVersion: 1, tenants: { [tenant]: snapshot } },
        // Those that its apply will find: who reviews it sees them here, and none is new there.
        findings: runRules(
          wanted.manifest,
          compileKept(wanted.declarations, wanted.manifest).documents,
          ruling,
          now,
        ),
      },
    );
    const plan: Plan = {
      ...compared,
      apply: {
        runtime: base.runtime,
        expires: base.now + ((options['expires'] as number | undefined) ?? lastsByDefault),
        source: { name: 'revert', commit: `${tenant}@${name.revision}` },
        before: { [tenant]: { revision, digest } },
        after: wanted.manifest,
        declarations: { [tenant]: wanted.declarations },
        whole: true,
        rules: ruling,
        approvals,
      },
    };
    await writePlan(call, plan, sides, formats);
    return exitCodeOf(plan.findings, failOnOf(call, configuration));
  });
}
