import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Call,
  CallError,
  failOnOf,
  loadConfigHere,
  paintFor,
  planCommand,
} from '../../compiler/cli/index.ts';
import { hasChanges, renderPlanSummary, renderPlanText } from '../../compiler/index.ts';
import type { Plan } from '../../schema/plan.ts';
import { type ApplyAnswer, type ApplyPort, findingName, joinManifests } from '../apply/index.ts';
import { principalOf } from './principal-option.ts';
import { upFolder } from './up-mark.ts';

/** What became of an apply of a folder. */
export type FolderApplied =
  | { readonly kind: 'unchanged' | 'applied' }
  /** What is in force stays: why is told already. */
  | { readonly kind: 'refused' };

interface FolderOptions {
  readonly acceptsFindings: boolean;
  readonly planOnly: boolean;
  /** The folder as its user called it. */
  readonly shown: string;
}

/** Lines of a plan that are shown whole: about a screen. Of a longer one its summary is. */
const linesMost = 40;

/**
 * Shows what the declarations of a folder change against what is in force, and puts it in force. Nothing is asked:
 * who runs a folder's declarations on this machine has both in hand. Findings that would stop an apply do, unless they
 * are accepted beforehand.
 */
export async function applyFolder(
  call: Call,
  port: ApplyPort,
  { acceptsFindings, planOnly, shown }: FolderOptions,
): Promise<FolderApplied> {
  const plan = await planFolder(call, port);
  if (!plan) return { kind: 'refused' };
  showPlan(call, plan, shown);
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

/** Plans; undefined where the declarations have errors, which are shown. */
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
  // What it finds is shown with the plan.
  const io = { ...call.io, stdout: { write: () => true } };
  const options = { ...call.options, json: false, quiet: true, base: 'in-force', out };
  await run({ ...call, io, words: [], options });
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Plan;
  } catch {
    return undefined;
  }
}

/** Shows a plan that fits a screen, and of any other its summary and where all of it is. */
function showPlan(call: Call, plan: Plan, shown: string): void {
  const output = outputFor(call);
  const paint = paintFor(call, output);
  const whole = renderPlanText(plan);
  writeFileSync(join(call.io.cwd(), upFolder, 'plan.txt'), whole);
  const isShort = whole.split('\n').length <= linesMost;
  output.write(hasChanges(plan) && isShort ? renderPlanText(plan, paint) : renderPlanSummary(plan, paint));
  if (!isShort) output.write(`All of the plan: ${join(shown, upFolder, 'plan.txt')}\n`);
}

/** With `--json` the output is lines of JSON and nothing else. */
function outputFor({ io, options }: Call) {
  return options.json ? io.stderr : io.stdout;
}

/** Findings that are named where they stop an apply; the plan above has them in full. */
const namedMost = 5;

function tellAnswer(call: Call, { refused, tenants }: ApplyAnswer): void {
  const { stderr } = call.io;
  const stdout = outputFor(call);
  if (refused) {
    const names = [...new Set((refused.unseen ?? []).map(findingName))];
    const left = names.length - namedMost;
    const named = [...names.slice(0, namedMost), ...(left > 0 ? [`${left} more`] : [])].join(', ');
    const help = refused.code === 'findings' ? '`almanac up --yes` accepts them' : refused.help;
    stderr.write(
      `almanac up: not applied: ${refused.message}${named && `: ${named}`}\n${help ? `  help: ${help}\n` : ''}`,
    );
  }
  for (const { tenant, kind, revision, message } of tenants) {
    if (kind === 'applied') stdout.write(`${tenant}: revision ${revision} is in force\n`);
    else if (message) stderr.write(`almanac up: ${tenant}: ${message}\n`);
  }
}
