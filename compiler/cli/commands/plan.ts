import { resolve } from 'node:path';
import type { Manifest } from '../../../schema/manifest.ts';
import type { Plan, PlanSide, ReplayEffect } from '../../../schema/plan.ts';
import type { Snapshot } from '../../../schema/snapshot.ts';
import { readSnapshot, replayEffect } from '../../effects/index.ts';
import { tamperedPart } from '../../manifest/index.ts';
import { planChange } from '../../plan/index.ts';
import { hasChanges } from '../../render/index.ts';
import { sourcePattern } from '../../rules/index.ts';
import { CallError, readBase, readNamedFile } from '../../source/index.ts';
import { count } from '../../words/index.ts';
import type { Call } from '../call.ts';
import type { Command } from '../command.ts';
import { failOnOption, pathsArgument } from '../declaration-options.ts';
import { type ExitCode, exitCodeOf, isError } from '../exit-code.ts';
import { failOnOf, judge, judgePlan, refuseNothing } from '../judge.ts';
import { loadSide } from '../load-side.ts';
import { type Opened, openWorkshop, sourceIn } from '../open-workshop.ts';
import { loadInForce } from '../plan/load-in-force.ts';
import type { PlanRuntime } from '../plan/plan-runtime.ts';
import { type ReplaySpan, readReplaySpan, replayRange } from '../plan/replay-span.ts';
import { formatOption, outOption, writePlan } from '../plan/write-plan.ts';
import { type FormatRequest, planFormats } from '../plan-formats.ts';
import { printJson } from '../print-json.ts';
import { readMoment } from '../read-moment.ts';
import { readDuration } from '../read-option.ts';
import { reportDiagnostics } from '../report-diagnostics.ts';

/** Ten years, which is as far as zone tables go. */
const rangeMost = 3660 * 86_400;

interface PlanOptions {
  readonly base?: string;
  readonly from?: number;
  readonly until?: number;
  readonly format?: readonly FormatRequest[];
  readonly out?: string;
  readonly detailedExitcode?: boolean;
  readonly snapshot?: string;
  readonly expires?: number;
  readonly replay?: ReplaySpan | true;
}

/** A reviewed plan is applied within days, or made again. */
const lastsByDefault = 7 * 86_400;

/** The command as it is without a runtime. */
export const plan: Command = planCommand();

/** Makes the command; with a runtime, a plan can be made against what is in force there. */
export function planCommand(runtime?: PlanRuntime): Command {
  return {
    name: 'plan',
    summary: 'show which future fires a change adds, removes, moves or alters',
    usage: '[paths...]',
    about:
      'Compares the declarations as they stand with those of a base, and shows for every job whose meaning differs what becomes of its fires, per DST window: each span of constant offset, each gap, each fold. It writes nothing but a cache, touches no work tree and needs no server.',
    arguments: [pathsArgument],
    options: [
      {
        flags: '--base <base>',
        about: `a git ref (the same paths, as they were there), a directory, a YAML file, a manifest, ${runtime ? 'a runtime (its address, or sqlite:FILE), ' : ''}or none (default: HEAD, so that what is not yet committed is planned; none before the first commit)`,
      },
      {
        flags: '--from <instant>',
        about: 'start of the range, and as if applied then (default: --now)',
        read: readMoment,
      },
      {
        flags: '--until <instant>',
        about:
          'end of the range, exclusive (default: far enough for the next two transitions of every zone used and the next fire of every changed job, 90 to 400 days)',
        read: readMoment,
      },
      formatOption,
      outOption,
      {
        flags: '--snapshot <file>',
        about: 'JSON of the fires that wait and the runs that go on: also says what becomes of those',
      },
      ...(runtime ? runtimeOptions(runtime) : []),
      { flags: '--detailed-exitcode', about: 'end with 2 where there are changes of meaning' },
      failOnOption,
    ],
    examples: [
      { about: 'what you have not committed yet', run: 'almanac plan' },
      { about: 'what a pull request changes', run: 'almanac plan --base origin/main' },
      {
        about: 'the same as a comment for it, and as a page with the fires drawn',
        run: 'almanac plan --base origin/main --format markdown --format html=plan.html',
      },
      {
        about: 'two folders, as if applied next March, kept for a program too',
        run: 'almanac plan after --base before --from 2027-03-01T00:00:00Z --out plan.json',
      },
      ...(runtime
        ? [
            {
              about: 'against what is in force, to be applied with `almanac apply plan.json`',
              run: 'almanac plan --base http://127.0.0.1:7788 --out plan.json',
            },
            {
              about: 'the same, and what it would have made of last night',
              run: 'almanac plan --base http://127.0.0.1:7788 --replay',
            },
          ]
        : [{ about: 'against what is in force', run: 'almanac plan --base manifest.json' }]),
    ],
    exitCodes: [0, 1, 2, 3, 4],
    run: (call) => planDeclarations(call, runtime),
  };
}

function runtimeOptions({ options }: PlanRuntime): Command['options'] {
  return [
    {
      flags: '--source <name>',
      about:
        'against a runtime: whose declarations these are (default: what almanac.config.yaml says, else files)',
      read: readSource,
    },
    {
      flags: '--tenant <name>',
      about: 'against a runtime: only the declarations of this tenant',
      many: true,
    },
    {
      flags: '--expires <duration>',
      about: 'against a runtime: how long the plan can be applied (default: 7d)',
      read: readDuration,
    },
    {
      flags: '--replay [span]',
      about:
        'also decide recorded history again, as proposed: 24h, up to 30d, or FROM/UNTIL (default: the last 24h)',
      read: readReplaySpan,
    },
    ...options,
  ];
}

function readSource(text: string): string {
  if (sourcePattern.test(text)) return text;
  throw new CallError(
    `\`${text}\` is no name of a source`,
    'small letters, digits and `.`, `_`, `:`, `/`, `-`, for instance `casework-jobs`',
  );
}

async function planDeclarations(call: Call, runtime: PlanRuntime | undefined): Promise<ExitCode> {
  const options = call.options as PlanOptions;
  const formats = planFormats(options.format, options.out, call.options.json === true);
  const range = rangeOf(call);
  const workshop = openWorkshop(call, call.words);
  const { configuration, scope, workTree, progress } = workshop;
  const inForce =
    runtime && options.base !== undefined && runtime.isNamed(options.base)
      ? await loadInForce(call, runtime, options.base, workshop)
      : undefined;
  const after = inForce?.after ?? (await loadSide(workTree, workshop));
  const before: LoadedBase = inForce ?? (await loadBase(call, workshop, runtime));
  if (!before.manifest || Object.keys(before.manifest.tenants).length === 0)
    refuseNothing(after, scope, configuration);
  await progress.step('running the rules');
  const findings = judge(after, configuration, call.now);
  const failOn = failOnOf(call, configuration);
  if (findings.some(isError)) {
    workshop.close();
    if (formats.some(({ format, file }) => format === 'json' && file === undefined))
      printJson(call, { diagnostics: findings });
    reportDiagnostics(call, findings, sourceIn(workTree, configuration));
    call.io.stderr.write('almanac plan: no plan was made, for what stands above must be mended first\n');
    return exitCodeOf(findings, failOn);
  }
  const manifests = { ...(before.manifest && { before: before.manifest }), after: after.manifest };
  const compared = planChange(
    {
      ...manifests,
      base: before.side,
      target: { kind: 'directory', label: workTree.label },
      findings,
      ...range,
      ...(inForce && { snapshot: inForce.snapshot }),
      ...snapshotOf(call),
    },
    call.now,
    (done, of) => progress.note('comparing the fires of changed jobs', done, of),
  );
  const judged = judgePlan(compared, manifests, configuration, call.now);
  const plan: Plan = {
    ...judged,
    ...(options.replay && { replays: await replaysOf(call, runtime, judged, manifests) }),
    ...(inForce && { apply: inForce.toApply(options.expires ?? lastsByDefault) }),
  };
  workshop.close();
  // The plan is what somebody wants to read; what is odd about the declarations is told in passing.
  if (!call.options.quiet) reportDiagnostics(call, findings, sourceIn(workTree, configuration), { most: 10 });
  await writePlan(call, plan, manifests, formats);
  const code = exitCodeOf(plan.findings, failOn);
  const isTold = formats.some(({ format, file }) => format === 'text' && file === undefined);
  if (code !== 0 && !isTold) {
    // Without frames of the code: what is removed stands in the base.
    const failing = plan.findings.slice(findings.length).filter((one) => exitCodeOf([one], failOn) !== 0);
    reportDiagnostics(call, failing, () => undefined);
  }
  return code === 0 && options.detailedExitcode && hasChanges(plan) ? 2 : code;
}

/** Decides what was recorded of the plan's tenants again. */
async function replaysOf(
  call: Call,
  runtime: PlanRuntime | undefined,
  { tenants }: Plan,
  { after }: { readonly after: Manifest },
): Promise<readonly ReplayEffect[]> {
  const { base, replay } = call.options as PlanOptions;
  if (!runtime) throw new CallError('`--replay` needs a runtime');
  const words = base !== undefined && runtime.isNamed(base) ? base : undefined;
  const histories = await runtime.history(call, words, { tenants, ...replayRange(replay, call.now) });
  return histories.flatMap((history) => replayEffect(after, history) ?? []);
}

/** Reads what waits and runs, where the call names a file that says so. */
function snapshotOf(call: Call): { readonly snapshot?: Snapshot } {
  const { snapshot: shown } = call.options as PlanOptions;
  if (shown === undefined) return {};
  const read = readSnapshot(readNamedFile(resolve(call.io.cwd(), shown), shown));
  if (read.wrong !== undefined) throw new CallError(`\`${shown}\` is not a snapshot: ${read.wrong}`);
  return { snapshot: read.snapshot };
}

function rangeOf(call: Call): { readonly from: number; readonly until?: number } {
  const { from = call.now, until } = call.options as PlanOptions;
  const range = { from: Math.ceil(from), ...(until !== undefined && { until: Math.ceil(until) }) };
  if (range.until !== undefined && range.until <= range.from) {
    throw new CallError('the range ends before it begins', 'its start is `--from`, by default now');
  }
  if (range.until !== undefined && range.until - range.from > rangeMost) {
    throw new CallError('the range is longer than ten years', 'no time-zone data are told that far ahead');
  }
  return range;
}

/** @throws {CallError} where there is no such base; of a word that may mean a runtime it says how one is named. */
function findBase(call: Call, { scope, workTree }: Opened, runtime: PlanRuntime | undefined) {
  const words = (call.options as PlanOptions).base;
  try {
    return readBase(words, scope, workTree.files);
  } catch (error) {
    const mayMeanRuntime =
      runtime && /^\w[\w.-]*(:\d+)?$/.test(words ?? '') && !/\.(json|ya?ml)$/.test(words ?? '');
    if (!(error instanceof CallError) || !mayMeanRuntime) throw error;
    const help = [...(error.help === undefined ? [] : [error.help]), `a runtime is ${runtime.names}`];
    throw new CallError(error.message, help.join('; '));
  }
}

interface LoadedBase {
  readonly side: Pick<PlanSide, 'kind' | 'label'>;
  /** Undefined of `none`. */
  readonly manifest?: Manifest;
}

async function loadBase(call: Call, workshop: Opened, runtime: PlanRuntime | undefined): Promise<LoadedBase> {
  const base = findBase(call, workshop, runtime);
  if (base.kind === 'manifest') {
    const changed = tamperedPart(base.manifest);
    if (changed !== undefined)
      throw new CallError(
        `\`${base.label}\` was changed after it was compiled: ${changed} is not what its digest says`,
        '`almanac compile --out manifest.json` writes a whole one',
      );
    return { side: { kind: 'manifest', label: base.label }, manifest: base.manifest };
  }
  const { kind, label } = base.tree;
  if (kind === 'none') return { side: { kind, label } };
  const before = await loadSide(base.tree, workshop);
  const errors = before.diagnostics.filter(isError);
  if (errors.length > 0 && !call.options.quiet) {
    // A base that does not compile must not keep anybody from mending it.
    workshop.progress.end();
    call.io.stderr.write(
      `almanac plan: ${count(errors.length, 'error')} in the base, ${label}; what has one counts as absent there\n\n`,
    );
    reportDiagnostics(call, errors, sourceIn(base.tree));
  }
  return { side: { kind, label }, manifest: before.manifest };
}
