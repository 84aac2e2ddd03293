import type { CallGoogle } from './google-api.ts';

/** What of the Run Admin API v2 a target needs. */
export interface CloudRunApi {
  /** Starts an execution and returns its name. */
  run(job: string, overrides: ContainerOverrides, signal: AbortSignal): Promise<string | undefined>;
  get(execution: string, signal: AbortSignal): Promise<Execution>;
  /** The job's executions, a hundred at most. */
  list(job: string, signal: AbortSignal): Promise<readonly Execution[]>;
  cancel(execution: string): Promise<void>;
}

export interface ContainerOverrides {
  readonly args?: readonly string[];
  readonly clearArgs?: true;
  readonly env: readonly EnvVar[];
}

export interface EnvVar {
  readonly name: string;
  readonly value?: string;
  readonly valueSource?: { readonly secretKeyRef: { readonly secret: string; readonly version: string } };
}

/** What is read of an execution. */
export interface Execution {
  /** `projects/P/locations/L/jobs/J/executions/E` */
  readonly name: string;
  readonly startTime?: string;
  readonly completionTime?: string;
  readonly runningCount?: number;
  readonly failedCount?: number;
  readonly cancelledCount?: number;
  readonly conditions?: readonly {
    readonly type?: string;
    readonly state?: string;
    readonly message?: string;
    readonly executionReason?: string;
  }[];
  readonly template?: { readonly containers?: readonly { readonly env?: readonly EnvVar[] }[] };
}

export function createCloudRunApi(call: CallGoogle, baseUrl: string): CloudRunApi {
  const at = (path: string) => `${baseUrl}/v2/${path}`;
  return {
    async run(job, overrides, signal) {
      const body = { overrides: { containerOverrides: [overrides] } };
      // The operation's metadata is the execution that it makes.
      const operation = (await call(at(`${job}:run`), { method: 'POST', body, signal })) as {
        metadata?: { name?: string };
      };
      return operation.metadata?.name;
    },
    async get(execution, signal) {
      return (await call(at(execution), { method: 'GET', signal })) as Execution;
    },
    async list(job, signal) {
      const answer = await call(at(`${job}/executions?pageSize=100`), { method: 'GET', signal });
      return (answer as { executions?: Execution[] }).executions ?? [];
    },
    async cancel(execution) {
      await call(at(`${execution}:cancel`), { method: 'POST', body: {} });
    },
  };
}

/** Returns how an execution ended, if it did. */
export function endOf(
  execution: Execution,
): { readonly outcome: 'succeeded' | 'failed' | 'cancelled'; readonly message?: string } | undefined {
  const completed = execution.conditions?.find(({ type }) => type === 'Completed');
  if (completed?.state === 'CONDITION_SUCCEEDED') return { outcome: 'succeeded' };
  if (completed?.state !== 'CONDITION_FAILED' && execution.completionTime === undefined) return undefined;
  const isCancelled = completed?.executionReason === 'CANCELLED' || (execution.cancelledCount ?? 0) > 0;
  if (!completed && !isCancelled && !execution.failedCount) return { outcome: 'succeeded' };
  const message = completed?.message;
  return { outcome: isCancelled ? 'cancelled' : 'failed', ...(message !== undefined && { message }) };
}
