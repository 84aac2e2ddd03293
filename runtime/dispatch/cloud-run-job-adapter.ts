import type { Cancel, Delivery } from '../shard/index.ts';
import type { Clock } from './clock.ts';
import {
  type CloudRunApi,
  type ContainerOverrides,
  createCloudRunApi,
  type EnvVar,
  type Execution,
  endOf,
} from './cloud-run-api.ts';
import type { DeliveryContext, DeliveryResult, TargetAdapter } from './dispatcher.ts';
import { type CallGoogle, GoogleApiError } from './google-api.ts';
import { runEnvironment } from './run-environment.ts';
import { runKey } from './run-event.ts';
import type { TextOrSecret } from './secrets.ts';

/** The declared target, as in the manifest. */
interface CloudRunJobTarget {
  readonly job: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, TextOrSecret>>;
}

/** A run whose execution is started or watched from here. */
interface Watched {
  execution: string | undefined;
  isCancelAsked: boolean;
}

/** Executions are looked at every two seconds at first, and every fifteen later. */
const lookLeastMs = 2_000;
const lookMostMs = 15_000;
const cancelTries = 3;

/**
 * Starts executions of Cloud Run jobs through the Run Admin API v2 and watches each until its end. Before it starts one
 * it looks whether the run has one already, by `ALMANAC_RUN` and `ALMANAC_ATTEMPT` in its environment: so a run that was
 * delivered twice, for instance since a replica was lost, is watched and not started again.
 */
export function createCloudRunJobAdapter(parts: {
  readonly call: CallGoogle;
  readonly baseUrl: string;
  readonly clock: Clock;
}): TargetAdapter {
  const { clock } = parts;
  const api = createCloudRunApi(parts.call, parts.baseUrl);
  const watched = new Map<string, Watched>();

  async function deliver(delivery: Delivery, context: DeliveryContext): Promise<DeliveryResult> {
    const key = runKey(delivery);
    const one: Watched = { execution: undefined, isCancelAsked: false };
    watched.set(key, one);
    try {
      one.execution =
        (await findExecution(api, delivery, context.signal)) ?? (await begin(delivery, context));
      if (one.execution === undefined) return noExecution;
      // CRASH: the execution is there and nothing says so; who gets the run next finds it by its environment.
      if (one.isCancelAsked) await cancelExecution(one.execution);
      return await watch(one.execution, delivery, context);
    } catch (error) {
      return judgeError(error, context);
    } finally {
      if (watched.get(key) === one) watched.delete(key);
    }
  }

  function begin(delivery: Delivery, context: DeliveryContext): Promise<string | undefined> {
    const { job } = delivery.target.declared as unknown as CloudRunJobTarget;
    return api.run(job, overridesOf(delivery, context), context.signal);
  }

  async function watch(
    execution: string,
    delivery: Delivery,
    context: DeliveryContext,
  ): Promise<DeliveryResult> {
    let isStartTold = false;
    for (let waitMs = lookLeastMs; ; waitMs = Math.min(lookMostMs, waitMs * 1.5)) {
      if (context.signal.aborted) return cutShort(execution, context);
      let seen: Execution | undefined;
      try {
        seen = await api.get(execution, context.signal);
      } catch (error) {
        if (error instanceof GoogleApiError && error.status === 404) {
          return { kind: 'ended', outcome: 'failed', message: `${execution} is gone`, retryable: true };
        }
        // The execution goes on whether or not it can be seen for a while.
      }
      if (seen) {
        if (!isStartTold && (seen.startTime !== undefined || (seen.runningCount ?? 0) > 0)) {
          isStartTold = true;
          tellStart(execution, delivery, context);
        }
        const end = endOf(seen);
        if (end) return { kind: 'ended', retryable: end.outcome === 'failed', ...end };
      }
      await pause(clock, waitMs, context.signal);
    }
  }

  function tellStart(execution: string, { tenant, run, attempt }: Delivery, context: DeliveryContext): void {
    if (run.startedBy === execution) return;
    const at = Math.floor(clock.now() / 1000);
    context.tell({ kind: 'started', tenant, run: run.id, at, by: execution, attempt });
  }

  async function cutShort(execution: string, { signal }: DeliveryContext): Promise<DeliveryResult> {
    if (signal.reason !== 'timeout') return notSeen;
    await cancelExecution(execution);
    const message = 'it took longer than the time of one attempt and was cancelled';
    return { kind: 'ended', outcome: 'failed', message, retryable: true };
  }

  async function cancelExecution(execution: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await api.cancel(execution);
        return;
      } catch (error) {
        // 400: it is over. 404: it is gone.
        if (error instanceof GoogleApiError && error.status < 429) return;
        if (tries === cancelTries) throw error;
        await pause(clock, lookLeastMs);
      }
    }
  }

  async function cancel(order: Cancel, context: DeliveryContext): Promise<DeliveryResult | undefined> {
    const one = watched.get(runKey(order));
    if (one && one.execution === undefined) {
      one.isCancelAsked = true;
      return undefined;
    }
    const delivery = { ...order, attempt: order.run.attempt.number };
    const execution = one?.execution ?? (await findExecution(api, delivery, context.signal));
    if (execution === undefined)
      return { kind: 'ended', outcome: 'cancelled', message: 'it has no execution' };
    await cancelExecution(execution);
    // Whoever watches it sees the end.
    return undefined;
  }

  return { deliver, cancel };
}

const noExecution: DeliveryResult = {
  kind: 'not-delivered',
  error: 'Cloud Run did not say which execution it started',
  retryable: true,
  targetDown: false,
};

const notSeen = {
  kind: 'not-delivered',
  error: 'its end was not seen',
  retryable: true,
  targetDown: false,
} as const;

/** Returns the execution that a run's attempt has already, if any. */
async function findExecution(
  api: CloudRunApi,
  delivery: Pick<Delivery, 'tenant' | 'run' | 'attempt' | 'target'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { job } = delivery.target.declared as unknown as CloudRunJobTarget;
  const executions = await api.list(job, signal);
  const key = runKey(delivery);
  return executions.find(({ template }) => {
    const env = template?.containers?.flatMap((container) => container.env ?? []) ?? [];
    const has = (name: string, value: string) => env.some((one) => one.name === name && one.value === value);
    return has('ALMANAC_RUN', key) && has('ALMANAC_ATTEMPT', String(delivery.attempt));
  })?.name;
}

function overridesOf(delivery: Delivery, context: DeliveryContext): ContainerOverrides {
  const { args, env = {} } = delivery.target.declared as unknown as CloudRunJobTarget;
  const own = runEnvironment(delivery, context);
  const declared = Object.entries(env).filter(([name]) => !(name in own));
  return {
    ...(args && (args.length > 0 ? { args } : { clearArgs: true as const })),
    env: [
      ...declared.map(([name, value]) =>
        typeof value === 'string' ? { name, value } : secretVar(name, value.secret),
      ),
      ...Object.entries(own).map(([name, value]) => ({ name, value })),
    ],
  };
}

/** Cloud Run reads the secret itself, so that its value is in no record of ours or of theirs. */
function secretVar(name: string, full: string): EnvVar {
  const [secret = '', version = 'latest'] = full.split('/versions/');
  return { name, valueSource: { secretKeyRef: { secret, version } } };
}

function judgeError(error: unknown, { signal }: DeliveryContext): DeliveryResult {
  const what = error instanceof Error ? error.message : String(error);
  if (signal.aborted) return { ...notSeen, error: 'Cloud Run did not answer within the time of one attempt' };
  if (!(error instanceof GoogleApiError)) {
    return { kind: 'not-delivered', error: `Cloud Run: ${what}`, retryable: true, targetDown: true };
  }
  const { status } = error;
  const isTransient = status === 408 || status === 429 || status >= 500;
  return {
    kind: 'not-delivered',
    error: `Cloud Run: ${what}`,
    retryable: isTransient,
    targetDown: isTransient && status !== 429,
  };
}

/** Waits, or until the signal. */
function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stop();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const stop = clock.after(ms, done);
    signal?.addEventListener('abort', done, { once: true });
  });
}
