import { formatInstant } from '../../../compiler/index.ts';
import type { FinishedReport, HeartbeatReport, ReportAnswer, StartedReport } from '../../../schema/orders.ts';
import type { Instant } from '../../../schema/time.ts';
import {
  isReported,
  type Letter,
  type RunRecord,
  type RunRef,
  readRunRow,
  shardOf,
} from '../../ledger/index.ts';
import { readToken } from '../../report/index.ts';
import { type ApiContext, ledgerNow } from '../api-context.ts';
import { ApiProblem } from '../api-problem.ts';
import { cleanReport } from '../clean-report.ts';
import { instantIn } from '../fields.ts';
import { type Answered, type Asked, ok, type Route } from '../route.ts';

const reportBytesMost = 1024 * 1024;
/** How long a start report waits to hear whether the run is its own. */
const claimWithinMs = 5000;

const answers = {
  200: { about: 'the run goes on, or this report ended it', body: 'ReportAnswer' },
  202: { about: 'kept; no worker has taken it in yet', body: 'ReportAnswer' },
} as const;
const about =
  'Of a run that is over (lost, cancelled, ended) it answers 410, of one that was asked to stop 409: whoever works for it should stop.';

/** What runs say of themselves, each with its own token. */
export function reportRoutes(context: ApiContext): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/v1/report/started',
      name: 'reportStarted',
      tag: 'reports',
      summary: 'Says that a run began, and claims it',
      about: `${about} Of several that start one run the first has it; the others hear 409.`,
      token: true,
      body: 'StartedReport',
      bodyMost: reportBytesMost,
      answers,
      run: async (asked) => {
        const { by, attempt } = asked.body as StartedReport;
        const ref = await runOf(context, asked);
        await post(context, {
          ...ref,
          kind: 'started',
          at: await saidAt(context, asked),
          ...(by !== undefined && { by }),
          ...(attempt !== undefined && { attempt }),
        });
        return by === undefined ? answerFor(await find(context, ref)) : claimed(context, ref, by);
      },
    },
    {
      method: 'POST',
      path: '/v1/report/heartbeat',
      name: 'reportHeartbeat',
      tag: 'reports',
      summary: 'Says that a run goes on, so that it does not count as lost',
      about,
      token: true,
      body: 'HeartbeatReport',
      bodyMost: reportBytesMost,
      answers,
      run: async (asked) => {
        const { attempt } = asked.body as HeartbeatReport;
        const ref = await runOf(context, asked);
        await post(context, {
          ...ref,
          kind: 'heartbeat',
          at: await saidAt(context, asked),
          ...(attempt !== undefined && { attempt }),
        });
        return answerFor(await find(context, ref));
      },
    },
    {
      method: 'POST',
      path: '/v1/report/finished',
      name: 'reportFinished',
      tag: 'reports',
      summary: 'Says how a run ended, and what it leaves behind',
      about:
        'Of a run that is over it is kept and changes nothing that was decided; it answers 200 where it says the same end, else 410.',
      token: true,
      body: 'FinishedReport',
      bodyMost: reportBytesMost,
      answers,
      run: async (asked) => {
        const { outcome, report, attempt, final } = asked.body as FinishedReport;
        const ref = tokenRef(await secretOf(context), asked);
        const said = { outcome, ...(report && { report: cleanReport(report) }) };
        const before = await find(context, ref);
        if (!before) refuseOver(before);
        const isOver = before?.outcome !== undefined;
        // The same report again, since its answer was lost, would say nothing new. One that comes after the target's word
        // on the end may be all that is known of the outputs.
        if (!isOver || !isReported(before, said)) {
          await post(context, {
            ...ref,
            ...said,
            kind: 'finished',
            at: await saidAt(context, asked),
            ...(attempt !== undefined && { attempt }),
            ...(final && { final }),
          });
        }
        if (before?.outcome === outcome) return ok({ state: 'over' } satisfies ReportAnswer);
        refuseOver(before);
        return { status: 202, body: { state: 'going' } satisfies ReportAnswer };
      },
    },
  ];
}

/**
 * Returns the run that a token speaks for, where it goes on.
 *
 * @throws {ApiProblem} where the token is none, and where the run is over.
 */
async function runOf(context: ApiContext, asked: Asked): Promise<RunRef> {
  const ref = tokenRef(await secretOf(context), asked);
  refuseOver(await find(context, ref));
  return ref;
}

async function secretOf({ ledger }: ApiContext): Promise<string> {
  return (await ledger.meta()).secret;
}

function tokenRef(secret: string, { token }: Asked): RunRef {
  const ref = readToken(secret, token);
  if (ref) return ref;
  throw new ApiProblem('token-invalid', 'the token was not given to any run of this runtime');
}

/** The run as the ledger has it; undefined where nothing of it is kept any more. */
async function find({ ledger }: ApiContext, ref: RunRef): Promise<RunRecord | undefined> {
  return (await readRunRow(ledger, ref))?.body.run;
}

function refuseOver(run: RunRecord | undefined): void {
  if (!run) throw new ApiProblem('run-over', 'nothing is kept of this run any more');
  if (run.outcome === undefined) return;
  const when = run.endedAt === undefined ? '' : ` at ${formatInstant(run.endedAt)}`;
  throw new ApiProblem('run-over', `the run ended${when}: ${run.outcome}`, { outcome: run.outcome });
}

function answerFor(run: RunRecord | undefined): Answered {
  refuseOver(run);
  if (run!.cancelAsked) throw new ApiProblem('cancel-asked', 'the run was asked to stop');
  return ok({ state: 'going' } satisfies ReportAnswer);
}

/** Waits until a start report is taken in, and says whether it was the first. */
async function claimed(context: ApiContext, ref: RunRef, by: string): Promise<Answered> {
  const pauseMs = 50;
  for (let waited = 0; ; waited += pauseMs) {
    const run = await find(context, ref);
    if (run?.startedBy === by) return answerFor(run);
    if (run?.startedBy !== undefined) {
      throw new ApiProblem('claimed-by-another', `the run was started by ${run.startedBy}`);
    }
    refuseOver(run);
    if (waited >= claimWithinMs) break;
    await context.pause(pauseMs);
  }
  return { status: 202, body: { state: 'going' } satisfies ReportAnswer };
}

async function post({ ledger }: ApiContext, letter: Letter & RunRef): Promise<void> {
  const { shardCount } = await ledger.meta();
  await ledger.post([{ shard: shardOf(letter.tenant, shardCount), letter }]);
}

async function saidAt(context: ApiContext, { body }: Asked): Promise<Instant> {
  return instantIn(body as Readonly<Record<string, unknown>>, 'at') ?? (await ledgerNow(context));
}
