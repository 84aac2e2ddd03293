import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FinishedReport } from '../../../schema/orders.ts';
import { readOutput } from './read-output.ts';
import { type Reception, type ReportPlace, type RunReport, sendReport, sendWithin } from './report-client.ts';
import { openSpool, type Spool } from './spool.ts';
import { type Child, type ChildEnd, startChild } from './start-child.ts';

/** How `almanac exec` was called. Times in milliseconds. */
export interface ExecCall {
  readonly command: readonly [string, ...string[]];
  readonly env: NodeJS.ProcessEnv;
  /** Absent: the command runs as if alone. */
  readonly place?: ReportPlace;
  readonly heartbeatMs: number;
  /** Most that the command's start waits for the runtime's word. */
  readonly startWithinMs: number;
  /** Most that the end of this process waits for reports to be sent. */
  readonly reportWithinMs: number;
  /** Between the command being asked to end and being ended. */
  readonly graceMs: number;
  readonly tailBytes: number;
  readonly spoolFolder?: string;
  /** Says something to a person, on the error output. */
  readonly say: (line: string) => void;
}

/**
 * Runs a command and reports its start, that it goes on, and its end. Returns the exit code, which is the command's. That
 * the runtime can't be reached changes nothing for the command: reports that could not be sent are kept for the next call.
 *
 * The command is not started, and 0 is returned, where the runtime says that the run is over or another's: then there is
 * nothing to do.
 */
export async function execCommand(call: ExecCall): Promise<number> {
  const { command, env, place, tailBytes, say } = call;
  if (!place) {
    const end = await startChild(command, env, 0).ended;
    if (end.notStarted !== undefined) say(`\`${command[0]}\` can't be started: ${end.notStarted}`);
    return end.code;
  }
  const spool = openSpool(call.spoolFolder ?? standardSpool(env));
  const over = new AbortController();
  const drained = spool.drain(over.signal);
  const unsent: RunReport[] = [];

  const started: RunReport = { path: 'started', body: { ...saidNow(call), ...claimOf(env) } };
  const reception = await sendWithin(place, started, call.startWithinMs);
  if (reception.kind === 'stop') {
    say(`the command is not started: ${reception.why}`);
    over.abort();
    return 0;
  }
  if (reception.kind === 'refused') say(`the runtime does not take reports: ${reception.why}`);
  if (reception.kind === 'unreached') {
    say(`the runtime can't be reached (${reception.why}); the command is started all the same`);
    unsent.push(started);
  }

  const folder = mkdtempSync(join(tmpdir(), 'almanac-exec-'));
  const output = join(folder, 'output.json');
  const child = startChild(command, { ...env, ALMANAC_OUTPUT: output }, tailBytes);
  const stopBeating = beat(call, place, child, unsent);
  const end = await child.ended;
  const stopped = stopBeating();
  if (end.notStarted !== undefined) say(`\`${command[0]}\` can't be started: ${end.notStarted}`);

  const finished = finishReport(call, end, output, stopped);
  rmSync(folder, { recursive: true, force: true });
  if (finished && stopped?.status !== 410) unsent.push(finished);
  const leftMs = await sendLast(call, place, spool, unsent);
  await atMost(drained, leftMs);
  over.abort();
  return end.code;
}

/**
 * Says every while that the run goes on, and what could not be said before. Returns what ends that, and gives why the
 * command was stopped, if it was.
 */
function beat(
  call: ExecCall,
  place: ReportPlace,
  child: Child,
  unsent: RunReport[],
): () => (Reception & { kind: 'stop' }) | undefined {
  let stopped: (Reception & { kind: 'stop' }) | undefined;
  let isSending = false;
  const timer = setInterval(async () => {
    if (isSending || stopped) return;
    isSending = true;
    const withinMs = Math.min(10_000, call.heartbeatMs);
    const [report = { path: 'heartbeat', body: saidNow(call) } as const] = unsent;
    const reception = await sendReport(place, report, withinMs);
    if (reception.kind !== 'unreached' && unsent[0] === report) unsent.shift();
    if (reception.kind === 'stop') {
      stopped = reception;
      call.say(`the command is asked to end: ${reception.why}`);
      child.stop(call.graceMs);
    }
    isSending = false;
  }, call.heartbeatMs);
  return () => {
    clearInterval(timer);
    return stopped;
  };
}

/** Sends what is left, within the time that there is; keeps what could not be sent. Returns what is left of the time. */
async function sendLast(
  { reportWithinMs, say }: ExecCall,
  place: ReportPlace,
  spool: Spool,
  unsent: readonly RunReport[],
): Promise<number> {
  const until = performance.now() + reportWithinMs;
  let isReached = true;
  let unreached: string | undefined;
  let notKept: string | undefined;
  for (const report of unsent) {
    let reception: Reception | undefined;
    if (isReached) reception = await sendWithin(place, report, until - performance.now());
    if (reception?.kind === 'refused' && report.path === 'finished' && report.body.report) {
      // What the command left behind is more than is taken; how it ended is not to be lost by that.
      say(`what the command left behind is not taken: ${reception.why}`);
      const { report: left, ...body } = report.body;
      const { status } = left ?? {};
      const bare = { ...body, report: { ...(status !== undefined && { status }) } };
      reception = await sendWithin(place, { path: 'finished', body: bare }, until - performance.now());
    }
    if (reception?.kind === 'refused') say(`a report is not taken: ${reception.why}`);
    if (reception && reception.kind !== 'unreached') continue;
    unreached ??= reception?.why;
    isReached = false;
    notKept ??= spool.keep(place, report);
  }
  if (unreached !== undefined) {
    const kept =
      notKept === undefined
        ? 'reports are kept for the next call'
        : `reports can't be kept for the next call either: ${notKept}`;
    say(`the runtime can't be reached (${unreached}); ${kept}`);
  }
  return isReached ? until - performance.now() : 0;
}

/**
 * Makes the finish report. Undefined where somebody else tells the end: the runtime itself of a command's failure, Cloud
 * Run of an execution's, since that may try a task again or have several.
 */
function finishReport(
  call: ExecCall,
  end: ChildEnd,
  output: string,
  stopped: { readonly why: string } | undefined,
): RunReport | undefined {
  const { env, say } = call;
  const hasSucceeded = end.code === 0 && !stopped;
  const isToldByTarget = targetTellsEnd(env) && !hasSucceeded;
  if (isToldByTarget || Number(env['CLOUD_RUN_TASK_COUNT'] ?? 1) > 1) return undefined;
  const { left, problem } = readOutput(output);
  if (problem) say(`what the command wrote to ALMANAC_OUTPUT is not reported: ${problem}`);
  const message = stopped ? `stopped: ${stopped.why}` : messageOf(end, call.command[0]);
  const report: FinishedReport['report'] = {
    ...(message !== undefined && { message }),
    ...left,
    status: end.code,
    ...(end.tail !== '' && { tail: end.tail }),
  };
  const outcome = hasSucceeded ? 'succeeded' : 'failed';
  return { path: 'finished', body: { ...saidNow(call), outcome, report } };
}

function messageOf({ code, signal, notStarted }: ChildEnd, file: string): string | undefined {
  if (notStarted !== undefined) return `\`${file}\` can't be started: ${notStarted}`;
  if (signal) return `ended by ${signal}`;
  return code === 0 ? undefined : `exit code ${code}`;
}

/** The runtime starts these itself and sees their end; it has said who has the run, too. */
function targetTellsEnd(env: NodeJS.ProcessEnv): boolean {
  return env['ALMANAC_TARGET'] === 'command' || env['ALMANAC_TARGET'] === 'cloudRunJob';
}

/** By whom the run is started: of several that start one run, the first has it. */
function claimOf(env: NodeJS.ProcessEnv): { readonly by?: string } {
  if (targetTellsEnd(env)) return {};
  // Every try of every task of one execution.
  const execution = env['CLOUD_RUN_EXECUTION'];
  const random = Math.floor(Math.random() * 0x1_0000_0000).toString(36);
  return { by: execution ?? `process ${process.pid} on ${hostname()} (${random})` };
}

function saidNow({ env }: ExecCall): { readonly at: string; readonly attempt?: number } {
  const attempt = Number(env['ALMANAC_ATTEMPT']);
  return {
    at: `${new Date().toISOString().slice(0, -5)}Z`,
    ...(Number.isInteger(attempt) && attempt > 0 && { attempt }),
  };
}

function standardSpool(env: NodeJS.ProcessEnv): string {
  return join(env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state'), 'almanac', 'reports');
}

async function atMost(done: Promise<void>, ms: number): Promise<void> {
  if (ms <= 0) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([done, late]);
  clearTimeout(timer);
}
