import type { ServerResponse } from 'node:http';
import { type Arrived, type HttpService, startHttpService } from './http-service.ts';

/** An execution, as the Run Admin API v2 shows it. */
export interface FakeExecution {
  readonly name: string;
  readonly uid: string;
  readonly job: string;
  readonly createTime: string;
  startTime?: string;
  completionTime?: string;
  runningCount?: number;
  succeededCount?: number;
  failedCount?: number;
  cancelledCount?: number;
  conditions: { type: string; state: string; message?: string; executionReason?: string }[];
  readonly template: { containers: { image: string; args?: string[]; env: unknown[] }[] };
}

/**
 * What of Google's services a runtime speaks to, on the machine itself: the metadata server (tokens), Secret Manager,
 * and Cloud Run's jobs and executions, written after their public references.
 */
export interface GoogleServices extends HttpService {
  readonly executions: FakeExecution[];
  readonly secrets: Map<string, string>;
  /** Answers of Cloud Run to come, in the place of what it would say: a status for each call. */
  readonly failures: number[];
  /** Resolves when a request has come whose method and path fit. */
  asked(pattern: RegExp): Promise<void>;
  /** Begins an execution, or ends it. */
  begin(execution: FakeExecution): void;
  end(execution: FakeExecution, how: 'succeeded' | 'failed' | 'cancelled'): void;
}

export async function startGoogleServices(): Promise<GoogleServices> {
  const executions: FakeExecution[] = [];
  const secrets = new Map<string, string>();
  const failures: number[] = [];
  const waiting: { readonly pattern: RegExp; readonly resolve: () => void }[] = [];

  const service = await startHttpService((request, response) => {
    const { method, path } = request;
    if (path.startsWith('/computeMetadata/')) metadata(request, response);
    else if (request.headers['authorization'] !== 'Bearer access-token')
      json(response, 401, apiError('who?'));
    else if (path.startsWith('/v1/projects/')) secret(path, response);
    else cloudRun(request, response);
    for (const { pattern, resolve } of waiting) if (pattern.test(`${method} ${path}`)) resolve();
  });

  function secret(path: string, response: ServerResponse): void {
    const value = secrets.get(path.replace(/^\/v1\//, '').replace(/:access$/, ''));
    if (value === undefined) json(response, 404, apiError('Secret not found.'));
    else json(response, 200, { payload: { data: Buffer.from(value).toString('base64') } });
  }

  function cloudRun(request: Arrived, response: ServerResponse): void {
    const failure = failures.shift();
    const [status, value] = failure === undefined ? answerOf(request) : [failure, apiError('not now')];
    json(response, status, value);
  }

  function answerOf({ method, path, body }: Arrived): readonly [status: number, value: unknown] {
    const [, name = '', verb] = /^\/v2\/([^:?]+)(?::(\w+))?/.exec(path) ?? [];
    const execution = executions.find((one) => one.name === name);
    if (method === 'POST' && verb === 'run') return [200, run(name, JSON.parse(body))];
    if (method === 'GET' && name.endsWith('/executions')) {
      const job = name.replace(/\/executions$/, '');
      return [200, { executions: executions.filter((one) => one.job === job) }];
    }
    if (!execution) return [404, apiError(`Resource '${name}' was not found`)];
    if (method === 'GET') return [200, execution];
    if (verb !== 'cancel') return [404, apiError('no such method')];
    if (execution.completionTime) return [400, apiError('it is complete')];
    end(execution, 'cancelled');
    return [200, { name: 'operations/cancel', metadata: execution }];
  }

  function run(
    job: string,
    asked: { overrides: { containerOverrides: { args?: string[]; env: unknown[] }[] } },
  ) {
    const [override] = asked.overrides.containerOverrides;
    const id = `${job.split('/').at(-1)}-${executions.length + 1}`;
    const execution: FakeExecution = {
      name: `${job}/executions/${id}`,
      uid: id,
      job,
      createTime: '2027-03-28T01:30:31Z',
      conditions: [{ type: 'Completed', state: 'CONDITION_RECONCILING' }],
      template: {
        containers: [
          { image: 'statements', env: override?.env ?? [], ...(override?.args && { args: override.args }) },
        ],
      },
    };
    executions.push(execution);
    return { name: `${job}/operations/${id}`, metadata: { '@type': 'Execution', ...execution }, done: false };
  }

  function end(execution: FakeExecution, how: 'succeeded' | 'failed' | 'cancelled'): void {
    execution.completionTime = '2027-03-28T01:55:00Z';
    execution.runningCount = 0;
    execution[`${how}Count`] = 1;
    execution.conditions = [
      {
        type: 'Completed',
        state: how === 'succeeded' ? 'CONDITION_SUCCEEDED' : 'CONDITION_FAILED',
        ...(how === 'failed' && {
          message: 'The container exited with an error.',
          executionReason: 'NON_ZERO_EXIT_CODE',
        }),
        ...(how === 'cancelled' && { message: 'Cancelled.', executionReason: 'CANCELLED' }),
      },
    ];
  }

  return {
    ...service,
    executions,
    secrets,
    failures,
    asked: (pattern) => new Promise((resolve) => waiting.push({ pattern, resolve })),
    begin(execution) {
      execution.startTime = '2027-03-28T01:30:35Z';
      execution.runningCount = 1;
    },
    end,
  };
}

/** The metadata server of a machine at Google. */
function metadata({ path }: Arrived, response: ServerResponse): void {
  response.setHeader('metadata-flavor', 'Google');
  const url = new URL(path, 'http://metadata');
  if (url.pathname.endsWith('/token')) {
    json(response, 200, { access_token: 'access-token', expires_in: 3600, token_type: 'Bearer' });
    return;
  }
  if (url.pathname.endsWith('/identity')) {
    response.end(idToken(url.searchParams.get('audience') ?? ''));
    return;
  }
  if (url.pathname.endsWith('/project/project-id')) {
    response.end('benefits');
    return;
  }
  if (url.pathname.endsWith('/universe/universe-domain')) {
    response.end('googleapis.com');
    return;
  }
  response.end('{}');
}

/** An ID token as Google makes it, but for the signature. Ends in 2033. */
export function idToken(audience: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { aud: audience, email: 'almanac@benefits.iam.gserviceaccount.com', exp: 2_000_000_000 };
  return `${part({ alg: 'RS256' })}.${part(claims)}.signature`;
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function apiError(message: string) {
  return { error: { code: 0, message, status: 'ERROR' } };
}
