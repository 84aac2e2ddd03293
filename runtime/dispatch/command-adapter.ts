import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, hostname } from 'node:os';
import { resolve as resolvePath } from 'node:path';
import type { Instant } from '../../schema/time.ts';
import { createTail, type Tail } from '../report/index.ts';
import type { Cancel, Delivery } from '../shard/index.ts';
import { type Clock, machineClock } from './clock.ts';
import { type Claim, type ClaimOwner, createCommandClaims } from './command-claims.ts';
import type { AbortReason, DeliveryContext, DeliveryResult, TargetAdapter } from './dispatcher.ts';
import { runEnvironment } from './run-environment.ts';
import { runKey } from './run-event.ts';
import { fillSecrets, type ReadSecret, type TextOrSecret } from './secrets.ts';

/** The declared target, as in the manifest. */
interface CommandTarget {
  readonly run: readonly [string, ...string[]];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, TextOrSecret>>;
}

export interface CommandAdapterParts {
  readonly folder: string;
  readonly claims?: string;
  /** Present where several processes of this machine may have the folder of marks. */
  readonly owner?: ClaimOwner;
  readonly readSecret: ReadSecret;
  readonly now: () => Instant;
  readonly clock?: Clock;
}

const tailMost = 8_192;
/** Between being asked to end and being ended. */
const graceMs = 10_000;
/** How often the mark of what another process runs is read. */
const lookMs = 250;
/** For what a command left behind and what holds its output open. */
const outputMs = 1_000;

/** What a command gets of the runtime's own environment: the machine's, and nothing that may be secret. */
const inherited =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|SystemRoot|COMSPEC|PATHEXT|TEMP|TMP)$/;

/**
 * Runs commands on this machine, without a shell, each in a process group of its own. Its exit is the run's end: 0
 * succeeded, all else failed and may be tried again.
 */
export function createCommandAdapter(parts: CommandAdapterParts): TargetAdapter {
  const clock = parts.clock ?? machineClock;
  const claims = createCommandClaims(parts.claims, parts.owner);
  const running = new Map<string, RunningCommand>();
  /** What another process of this machine runs and this one waits for. */
  const watched = new Map<string, { stop(reason: AbortReason): void }>();

  async function deliver(delivery: Delivery, context: DeliveryContext): Promise<DeliveryResult> {
    const key = `${runKey(delivery)} ${delivery.attempt}`;
    let env: Record<string, string>;
    try {
      env = await environmentOf(parts, delivery, context);
    } catch (error) {
      return { kind: 'not-delivered', error: (error as Error).message, retryable: true, targetDown: false };
    }
    let earlier = claims.claim(key);
    if (earlier?.result) return earlier.result;
    if (earlier && isElsewhere(earlier)) {
      const ended = await untilNoted(key, delivery, context);
      if (ended) return ended;
      earlier = claims.read(key);
    }
    if (earlier || wasStarted(delivery)) {
      // What is left of it is ended here; how one ended that is gone by itself, nobody knows.
      const wasLeft = earlier?.pid !== undefined && (await endLeftover(earlier.pid, delivery, clock));
      return {
        kind: 'ended',
        outcome: wasLeft ? 'cancelled' : 'failed',
        retryable: true,
        message: 'the runtime was restarted while it ran',
      };
    }
    // CRASH: marked and not started. The attempt then fails, and nothing is run twice for one attempt.
    const command = start(parts, delivery, env);
    if (command instanceof Error) {
      const failed = cannotStart(delivery, command);
      claims.note(key, { result: failed });
      return failed;
    }
    running.set(key, command);
    const { child } = command;
    const began = await new Promise<Error | undefined>((resolve) => {
      child.once('spawn', () => resolve(undefined));
      child.once('error', resolve);
    });
    let result: DeliveryResult;
    if (began) {
      result = cannotStart(delivery, began);
    } else {
      claims.note(key, { pid: child.pid! });
      tellStart(parts, delivery, context, child.pid!);
      result = await untilEnd(command, context, clock);
    }
    running.delete(key);
    claims.note(key, { result });
    return result;
  }

  function isElsewhere({ owner }: Claim): boolean {
    return owner !== undefined && owner !== parts.owner?.name && parts.owner?.isRunning(owner) === true;
  }

  /**
   * Waits for the end of what another process runs, whose shard has come to this one; undefined where nobody will note
   * one any more.
   */
  async function untilNoted(
    key: string,
    delivery: Delivery,
    { signal }: DeliveryContext,
  ): Promise<DeliveryResult | undefined> {
    let stoppedBy: AbortReason | undefined;
    let goOn = () => {};
    let goneSince: number | undefined;
    const stop = (reason: AbortReason) => {
      stoppedBy ??= reason;
      goOn();
    };
    const aborted = () => stop(signal.reason as AbortReason);
    if (signal.aborted) aborted();
    signal.addEventListener('abort', aborted, { once: true });
    watched.set(key, { stop });
    try {
      for (;;) {
        // In this order: it may note the end and be gone in between.
        const isRunning = isElsewhere(claims.read(key));
        const { result, pid } = claims.read(key);
        if (result) return result;
        if (!isRunning) return undefined;
        // A process that stands still notes nothing.
        if (pid !== undefined && killGroup(pid, 0)) goneSince = undefined;
        else goneSince ??= clock.now();
        if (goneSince !== undefined && clock.now() >= goneSince + graceMs) return undefined;
        // It is left to who has it, and to who comes next.
        if (stoppedBy === 'stopping') return leftThere;
        if (stoppedBy !== undefined && pid !== undefined) {
          await endLeftover(pid, delivery, clock);
          return resultOf(null, 'SIGTERM', stoppedBy, '');
        }
        await new Promise<void>((resolve) => {
          goOn = resolve;
          clock.after(lookMs, resolve);
        });
      }
    } finally {
      watched.delete(key);
      signal.removeEventListener('abort', aborted);
    }
  }

  async function cancel(order: Cancel): Promise<DeliveryResult | undefined> {
    const key = `${runKey(order)} ${order.run.attempt.number}`;
    const elsewhere = watched.get(key);
    elsewhere?.stop('cancelled');
    if (elsewhere) return undefined;
    const command = running.get(key);
    if (!command) return { kind: 'ended', outcome: 'cancelled', message: 'it does not run here' };
    command.stop('cancelled');
    // Its end is the confirmation.
    return undefined;
  }

  async function close(): Promise<void> {
    for (const { child } of running.values()) signalGroup(child, 'SIGKILL');
  }

  return { deliver, cancel, close };
}

const leftThere: DeliveryResult = {
  kind: 'not-delivered',
  error: 'another process of this machine runs it',
  retryable: true,
  targetDown: false,
};

interface RunningCommand {
  readonly child: ChildProcess;
  readonly tail: Tail;
  stoppedBy: string | undefined;
  stop(reason: string): void;
}

async function environmentOf(
  { readSecret }: CommandAdapterParts,
  delivery: Delivery,
  context: DeliveryContext,
): Promise<Record<string, string>> {
  const { env = {} } = delivery.target.declared as unknown as CommandTarget;
  const machine = Object.entries(process.env).filter(([name]) => inherited.test(name));
  return {
    ...(Object.fromEntries(machine) as Record<string, string>),
    ...(await fillSecrets(env, readSecret)),
    ...runEnvironment(delivery, context),
  };
}

/** Whether this attempt is recorded as started: by a process that is no more, since each attempt is sent anew. */
function wasStarted({ run, attempt }: Delivery): boolean {
  const sentAt = run.attempts.find(({ number }) => number === attempt)?.sentAt;
  return run.startedAt !== undefined && sentAt !== undefined && run.startedAt >= sentAt;
}

function start(
  { folder }: CommandAdapterParts,
  { target }: Delivery,
  env: Record<string, string>,
): RunningCommand | Error {
  const { run, cwd } = target.declared as unknown as CommandTarget;
  const [file, ...args] = run;
  const tail = createTail(tailMost);
  try {
    const child = spawn(file, args, {
      cwd: cwd === undefined ? folder : resolvePath(folder, cwd),
      env,
      // A group of its own, so that all that it starts can be ended with it.
      detached: true,
      shell: false,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // Also when it is told to end and is gone already; without a listener that would end this process.
    child.on('error', () => undefined);
    child.stdout.on('data', tail.add);
    child.stderr.on('data', tail.add);
    return { child, tail, stoppedBy: undefined, stop: () => undefined };
  } catch (error) {
    // For instance an argument with a zero byte.
    return error as Error;
  }
}

function cannotStart({ target }: Delivery, error: Error): DeliveryResult {
  const [file] = (target.declared as unknown as CommandTarget).run;
  const message = `\`${file}\` can't be started: ${error.message}`;
  return { kind: 'ended', outcome: 'failed', retryable: false, message };
}

function tellStart(
  { now }: CommandAdapterParts,
  { tenant, run, attempt }: Delivery,
  context: DeliveryContext,
  pid: number,
): void {
  const by = `process ${pid} on ${hostname()}`;
  context.tell({ kind: 'started', tenant, run: run.id, at: now(), by, attempt });
}

function untilEnd(
  command: RunningCommand,
  { signal }: DeliveryContext,
  clock: Clock,
): Promise<DeliveryResult> {
  const { child, tail } = command;
  return new Promise((resolve) => {
    let stopTimer: (() => void) | undefined;
    command.stop = (reason) => {
      if (command.stoppedBy !== undefined) return;
      command.stoppedBy = reason;
      signalGroup(child, 'SIGTERM');
      stopTimer = clock.after(graceMs, () => signalGroup(child, 'SIGKILL'));
    };
    const aborted = () => command.stop(signal.reason as string);
    if (signal.aborted) aborted();
    signal.addEventListener('abort', aborted, { once: true });
    child.once('exit', (code, by) => {
      stopTimer?.();
      signal.removeEventListener('abort', aborted);
      // What it left behind goes where it was asked to go.
      if (command.stoppedBy !== undefined) signalGroup(child, 'SIGKILL');
      const done = () => {
        stopWait();
        child.stdout?.destroy();
        child.stderr?.destroy();
        resolve(resultOf(code, by, command.stoppedBy, tail.text()));
      };
      const stopWait = clock.after(outputMs, done);
      child.once('close', done);
    });
  });
}

function resultOf(
  code: number | null,
  signal: NodeJS.Signals | null,
  stoppedBy: string | undefined,
  tail: string,
): DeliveryResult {
  const status = code ?? 128 + (signal ? constants.signals[signal] : 0);
  const ended = { kind: 'ended', status, ...(tail !== '' && { tail }) } as const;
  if (stoppedBy === 'cancelled') return { ...ended, outcome: 'cancelled' };
  if (stoppedBy === 'timeout')
    return {
      ...ended,
      outcome: 'failed',
      retryable: true,
      message: 'it took longer than the time of one attempt',
    };
  // It did nothing wrong: who ended the runtime ended it.
  if (stoppedBy !== undefined)
    return {
      ...ended,
      outcome: 'cancelled',
      retryable: true,
      message: 'the runtime was stopped while it ran',
    };
  if (code === 0) return { ...ended, outcome: 'succeeded' };
  const message = signal ? `it was ended by ${signal}` : `exit code ${code}`;
  return { ...ended, outcome: 'failed', retryable: true, message };
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined) killGroup(pid, signal);
}

function killGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    // It is gone.
    return false;
  }
}

/**
 * Ends what an earlier runtime started and left behind, so that no other run of the job goes on beside it; returns
 * whether there was such a thing. Only where the process is known to be that one: numbers of processes come again.
 */
async function endLeftover(pid: number, delivery: Delivery, clock: Clock): Promise<boolean> {
  if (!isOf(pid, delivery)) return false;
  killGroup(pid, 'SIGTERM');
  const until = clock.now() + graceMs;
  while (killGroup(pid, 0) && clock.now() < until) {
    await new Promise<void>((resolve) => void clock.after(100, resolve));
  }
  killGroup(pid, 'SIGKILL');
  return true;
}

function isOf(pid: number, delivery: Delivery): boolean {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return (
      environment.includes(`ALMANAC_RUN=${runKey(delivery)}`) &&
      environment.includes(`ALMANAC_ATTEMPT=${delivery.attempt}`)
    );
  } catch {
    // No such process, or no such way to ask.
    return false;
  }
}
