import type { IncomingHttpHeaders } from 'node:http';
import validatorsOf from '@fastify/ajv-compiler';
import swagger from '@fastify/swagger';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { apiSchemas } from '../../schema/api-schema.ts';
import { type ApplyOptions, openApplyPort } from '../apply/index.ts';
import { askLedger } from '../history/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { ApiContext } from './api-context.ts';
import { ApiProblem, problemOf } from './api-problem.ts';
import { apiInfo, documentSchema, schemaOf } from './open-api.ts';
import { openOrders } from './orders.ts';
import { principalOf } from './principal-of.ts';
import { problemFor } from './problem-for.ts';
import { refuseAddress } from './refuse-address.ts';
import { refuseStranger } from './refuse-stranger.ts';
import type { Route } from './route.ts';
import { allRoutes } from './routes/all-routes.ts';

export interface ApiOptions {
  readonly ledger: Ledger;
  readonly version: string;
  readonly apply?: ApplyOptions;
  /** Names under which it may be asked beside this machine's own. */
  readonly hosts?: readonly string[];
  /** How long an order's answer is waited for, in milliseconds. @default 10,000 */
  readonly answerWithinMs?: number;
  /** Says why the process should get no requests. @default ready while the ledger answers */
  readonly notReady?: () => Promise<string | undefined>;
  /** Told of what nobody expected: a bug, an outage of the ledger. */
  readonly onError?: (error: unknown, request: { readonly method: string; readonly route: string }) => void;
  /** Told of every answer. */
  readonly onAnswer?: (answer: ApiAnswerSeen) => void;
}

export interface ApiAnswerSeen {
  readonly method: string;
  /** The path with its parameters' names, `/v1/tenants/:tenant/fires`. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

export interface Api {
  /**
   * Listens and returns its address, `http://127.0.0.1:7788`. Port 0 is any that is free.
   *
   * @throws {Error} where the address can be reached from elsewhere, or is taken.
   */
  listen(address: { readonly host: string; readonly port: number }): Promise<string>;
  /** Its OpenAPI document. */
  document(): Promise<unknown>;
  /** Takes no more, and waits for what is under way. */
  close(): Promise<void>;
}

/** Most bytes of a body where a route doesn't say otherwise. */
const bodyBytesMost = 256 * 1024;

/** Makes the API of a runtime: HTTP over questions, orders and reports. */
export function createApi(options: ApiOptions): Api {
  const stopping = new AbortController();
  const context = contextOf(options, stopping.signal);
  const app = fastify({
    bodyLimit: bodyBytesMost,
    requestTimeout: 60_000,
    // Addresses that can't be read come to no route, and so to no handler of errors.
    frameworkErrors: (error, _request, reply) => sendProblem(reply as FastifyReply, problemFor(error)),
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
    schemaController: { compilersFactory: { buildValidator: buildValidator() } },
  });
  // What is answered is ours; it is not held against the schema again, which tests do.
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  // A form in a page can send text without asking; it can't send JSON.
  app.removeContentTypeParser('text/plain');
  for (const [$id, schema] of Object.entries(apiSchemas())) app.addSchema({ ...schema, $id });
  app.addHook('onRequest', async ({ headers }) => refuseStranger(headers, options.hosts ?? []));
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    options.onAnswer?.({
      method,
      route: routeOptions.url ?? '',
      status: reply.statusCode,
      ms: reply.elapsedTime,
    });
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = problemFor(error);
    if (problem.status >= 500 && !(error instanceof ApiProblem)) {
      options.onError?.(error, { method: request.method, route: request.routeOptions.url ?? '' });
    }
    sendProblem(reply, problem);
  });
  app.setNotFoundHandler((_request, reply) => {
    sendProblem(reply, problemOf('not-found', 'the API has nothing at this address'));
  });
  app.register(swagger, apiInfo(options.version));
  app.after(() => {
    for (const route of allRoutes(context)) addRoute(app, route);
    app.get('/v1/openapi.json', { schema: documentSchema }, async () => app.swagger());
  });
  return {
    async listen({ host, port }) {
      const refused = refuseAddress(host);
      if (refused !== undefined) throw new Error(refused);
      return app.listen({ host, port });
    },
    async document() {
      await app.ready();
      return app.swagger();
    },
    async close() {
      stopping.abort();
      await app.close();
    },
  };
}

function contextOf(options: ApiOptions, stopping: AbortSignal): ApiContext {
  const { ledger, version, apply: applyOptions = {}, answerWithinMs = 10_000 } = options;
  const pause = (ms: number) => pauseUnless(stopping, ms);
  return {
    ledger,
    questions: askLedger(ledger),
    apply: openApplyPort(ledger, applyOptions),
    applyOptions,
    orders: openOrders(ledger, { answerWithinMs, pause }),
    pause,
    version,
    notReady: options.notReady ?? (() => ledgerTrouble(ledger)),
  };
}

async function ledgerTrouble(ledger: Ledger): Promise<string | undefined> {
  try {
    await ledger.clock();
    return undefined;
  } catch {
    return 'the ledger cannot be reached';
  }
}

/** Waits, and no longer than until the server stops. */
function pauseUnless(signal: AbortSignal, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new ApiProblem('unavailable', 'the runtime is stopping'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

/**
 * Parameters are text and become what their schema says; a body is taken as it is, with nothing it should not have.
 * What holds a body against its schema is made when the first one comes: a plan's takes longer than all else of a start.
 */
function buildValidator(): ReturnType<typeof validatorsOf> {
  const build = validatorsOf();
  const common = { removeAdditional: false, allErrors: false } as const;
  return (schemas) => {
    const text = build({}, { customOptions: { ...common, useDefaults: true, coerceTypes: true } });
    let body: ReturnType<typeof build> | undefined;
    return (route) => {
      if (route.httpPart !== 'body') return text(route);
      let compiled: ReturnType<typeof text> | undefined;
      const check = (value: unknown) => {
        body ??= build(schemas, { customOptions: { ...common, useDefaults: false, coerceTypes: false } });
        compiled ??= body(route);
        const isRight = compiled(value);
        check.errors = compiled.errors ?? null;
        return isRight;
      };
      check.errors = null as unknown;
      return check as unknown as ReturnType<typeof text>;
    };
  };
}

function addRoute(app: FastifyInstance, route: Route): void {
  app.route({
    method: route.method,
    url: route.path,
    schema: schemaOf(route),
    ...(route.bodyMost !== undefined && { bodyLimit: route.bodyMost }),
    handler: (request, reply) => handle(route, request, reply),
  });
}

async function handle(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { params, query, body, headers } = request;
  const {
    status,
    body: answer,
    location,
  } = await route.run({
    params: params as Readonly<Record<string, string>>,
    query: query as Readonly<Record<string, unknown>>,
    body: body ?? {},
    principal: principalOf(route, headers, body ?? {}),
    token: route.token ? bearerOf(headers) : '',
  });
  if (location !== undefined) reply.header('location', location);
  return reply.code(status).send(answer);
}

function bearerOf({ authorization }: IncomingHttpHeaders): string {
  const [, token] = /^Bearer ([\w.~+/-]{1,4000}=*)$/i.exec(authorization ?? '') ?? [];
  if (token !== undefined) return token;
  throw new ApiProblem('token-invalid', 'there is no token', {
    help: 'send `authorization: Bearer <token>`',
  });
}

function sendProblem(reply: FastifyReply, problem: ReturnType<typeof problemOf>): void {
  reply.code(problem.status).type('application/problem+json').send(JSON.stringify(problem));
}
