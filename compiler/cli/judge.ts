import type { Diagnostic, Severity } from '../../schema/diagnostic.ts';
import type { Plan } from '../../schema/plan.ts';
import type { Instant } from '../../schema/time.ts';
import { type PlanSides, runPlanRules, runRules } from '../rules/index.ts';
import { CallError, type Scope, synthesizedIn } from '../source/index.ts';
import { inWordsOfStack } from '../stack/index.ts';
import { count } from '../words/index.ts';
import type { Call } from './call.ts';
import type { Configuration } from './load-config.ts';
import type { Side } from './load-side.ts';
import { inOrder } from './open-workshop.ts';

/** Returns all that is to be said of declarations: how they are written, what they mean, what the rules find. */
export function judge(side: Side, { config, diagnostics }: Configuration, now: Instant): Diagnostic[] {
  const findings = runRules(side.manifest, side.documents, config, now);
  return inOrder([...diagnostics, ...side.diagnostics, ...findings.map(inWordsOfStack)]);
}

/** Returns a plan with what the rules on plans find in it beside the findings that it has. */
export function judgePlan(plan: Plan, sides: PlanSides, { config }: Configuration, now: Instant): Plan {
  return { ...plan, findings: [...plan.findings, ...runPlanRules(plan, sides, config, now)] };
}

/** From which severity on remarks end a command with 3: the option, else the configuration, else `error`. */
export function failOnOf({ options }: Call, { config }: Configuration): Severity {
  return (options['failOn'] as Severity | undefined) ?? config.failOn;
}

/**
 * Refuses to go on where nothing was declared at all, which is mostly a wrong path.
 *
 * @throws {CallError} saying what was found instead.
 */
export function refuseNothing(
  { tree, documents, diagnostics, passedOver }: Side,
  scope: Scope,
  { file }: Configuration,
): void {
  if (documents.length > 0 || diagnostics.length > 0) return;
  const where = scope.entries.map(({ given }) => `\`${given}\``).join(', ');
  const absent = scope.entries.find(({ kind }) => kind === 'missing');
  if (absent) throw new CallError(`there is no \`${absent.given}\``);
  if (tree.files.length === 0) {
    const stacks = synthesizedIn(scope);
    if (stacks?.empty)
      throw new CallError(`no stack in ${where}: there is no cdk.tf.json`, '`cdktf synth` writes one');
    const ignoring = scope.entries.some(({ repository }) => repository !== undefined);
    throw new CallError(
      `no declarations in ${where}: there is no *.yaml or *.yml${ignoring ? ' that git does not ignore' : ''}`,
      stacks
        ? `\`${stacks.path}\` is read where it is named`
        : file?.path.startsWith('../')
          ? `\`${file.path}\` is above this folder: the declarations may be there, too`
          : '`almanac init` writes a first one',
    );
  }
  throw new CallError(
    `no declarations in ${where}: ${count(passedOver, 'document')} of other kinds ${passedOver === 1 ? 'was' : 'were'} passed over`,
    'a declaration begins with `apiVersion: almanac/v1`',
  );
}
