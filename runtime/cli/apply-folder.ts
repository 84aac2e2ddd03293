import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Call,
  CallError,
  failOnOf,
  loadConfigHere,
  planCommand,
  reportDiagnostics,
} from '../../compiler/cli/index.ts';
import { hasChanges } from '../../compiler/index.ts';
import type { Plan } from '../../schema/plan.ts';
import { type ApplyAnswer, type ApplyPort, findingName, joinManifests } from '../apply/index.ts';
import { principalOf } from './principal-option.ts';
import { upFolder } from './up-mark.ts';

/** What became of an apply of a folder. */
export type FolderApplied =
  | { readonly kind: 'unchanged' | 'applied' }
  /** What is in force stays: why is told already. */
  | { readonly kind: 'refused' };

/**
 * Shows what the declarations of a folder change against what is in force, and puts it in force. Nothing is asked:
 * who runs a folder's declarations on this machine has both in hand. Findings that would stop an apply do, unless they
 * are accepted beforehand.
 */
export async function applyFolder(
  call: Call,
  port: ApplyPort,
  { acceptsFindings, planOnly }: { readonly acceptsFindings: boolean; readonly planOnly: boolean },
): Promise<FolderApplied> {
  const plan = await planFolder(call, port);
  if (!plan) return { kind: 'refused' };
  if (!hasChanges(plan) && Object.values(plan.apply!.before).every(({ revision }) => revision > 0)) {
    return { kind: 'unchanged' };
  }
  if (planOnly) return { kind: 'refused' };
  const principal = principalOf(call);
  const failOn = failOnOf(call, loadConfigHere(call));
  if (acceptsFindings && plan.findings.length > 0) {
    const findings = plan.findings.map(findingName);
    await port.approve({ planDigest: plan.digest, principal, findings, comment: 'almanac up --yes' });
  }
  const answer = await port.apply({ plan, principal, failOn });
  tellAnswer(call, answer);
  const isDone =
    !answer.refused && answer.tenants.every(({ kind }) => kind === 'applied' || kind === 'already');
  return { kind: isDone ? 'applied' : 'refused' };
}

/** Plans, shows the plan, and returns it; undefined where the declarations have errors, which are shown. */
async function planFolder(call: Call, port: ApplyPort): Promise<Plan | undefined> {
  const out = join(upFolder, 'plan.json');
  const path = join(call.io.cwd(), out);
  rmSync(path, { force: true });
  const { run } = planCommand({
    options: [],
    names: '',
    isNamed: () => true,
    async base(_call, _words, ask) {
      const base = await port.base(ask);
      const inForce = Object.entries(base.tenants).flatMap(([tenant, { manifest }]) =>
        manifest ? [[tenant, manifest] as const] : [],
      );
      const joined = joinManifests(new Map(inForce));
      if (joined.apart) {
        const { zone } = joined.apart;
        throw new CallError(
          `tenants have different tables of ${zone} in force: they can't be planned together`,
        );
      }
      return { label: 'what is in force', base, ...(inForce.length > 0 && { manifest: joined.manifest }) };
    },
    async history() {
      return [];
    },
  });
  await run({ ...call, words: [], options: { ...call.options, json: false, base: 'in-force', out } });
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Plan;
  } catch {
    return undefined;
  }
}

function tellAnswer(call: Call, { refused, tenants }: ApplyAnswer): void {
  const { stdout, stderr } = call.io;
  if (refused) {
    reportDiagnostics(call, refused.unseen ?? [], () => undefined);
    const help = refused.code === 'findings' ? '`almanac up --yes` accepts them' : refused.help;
    stderr.write(`almanac up: not applied: ${refused.message}\n${help ? `  help: ${help}\n` : ''}`);
  }
  for (const { tenant, kind, revision, message } of tenants) {
    if (kind === 'applied') stdout.write(`${tenant}: revision ${revision} is in force\n`);
    else if (message) stderr.write(`almanac up: ${tenant}: ${message}\n`);
  }
}
