import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  changeStore,
  type DeclarationStore,
  emptyStore,
  inForceOf,
} from '../../provider/backends/declaration-store.ts';
import type { DeclarationsChange } from '../../schema/declarations-api.ts';

/** A server that speaks `schema/declarations-api.ts` over the store that a manifest file has, in memory. */
export interface RuntimeServer {
  readonly address: string;
  readonly store: () => DeclarationStore;
  readonly requests: () => readonly string[];
  /**
   * Goes wrong at the change after so many, once. `hang`: gives no answer. `lose`: makes the change and closes the
   * connection. `down`: goes away. Resolves when it has happened.
   */
  readonly failAfter: (changes: number, how: 'hang' | 'lose' | 'down') => Promise<void>;
  readonly down: () => Promise<void>;
  readonly up: () => Promise<void>;
}

export async function openRuntimeServer(token: string, clock: () => number): Promise<RuntimeServer> {
  let store = emptyStore;
  const requests: string[] = [];
  let failure: { changes: number; how: 'hang' | 'lose' | 'down'; happened: () => void } | undefined;

  const handle = (method: string, url: string, body: string): [status: number, body: unknown] => {
    const [, tenant = '', what = ''] = /^\/v1\/tenants\/([^/]+)\/(manifest|declarations)/.exec(url) ?? [];
    if (what === 'manifest') {
      const inForce = inForceOf(store, tenant, clock());
      return inForce ? [200, inForce] : [404, { message: 'no revision' }];
    }
    if (method === 'GET')
      return [200, store.declarations.filter((declaration) => declaration.tenant === tenant)];
    const answer = changeStore(store, tenant, JSON.parse(body) as DeclarationsChange, clock());
    if (answer.kind === 'applied') {
      store = answer.store;
      return [200, { revision: answer.revision, digest: answer.digest }];
    }
    const { kind, ...rest } = answer;
    return [kind === 'refused' ? 409 : 422, rest];
  };

  let server: Server;
  const down = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  let port = 0;
  const listen = async () => {
    server = createServer(async (request, response) => {
      const body = await textOf(request);
      requests.push(`${request.method} ${request.url}`);
      if (request.headers.authorization !== `Bearer ${token}`) {
        response.writeHead(401).end('{"message":"no principal"}');
        return;
      }
      const fails = request.method === 'POST' && failure && failure.changes-- === 0 ? failure : undefined;
      if (fails) failure = undefined;
      fails?.happened();
      if (fails?.how === 'hang') return;
      if (fails?.how === 'down') {
        down();
        return;
      }
      const [status, answer] = handle(request.method ?? '', request.url ?? '', body);
      if (fails) {
        request.socket.destroy();
        return;
      }
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  };
  await listen();
  return {
    address: `http://127.0.0.1:${port}`,
    store: () => store,
    requests: () => requests,
    failAfter: (changes, how) =>
      new Promise((happened) => {
        failure = { changes, how, happened };
      }),
    down,
    up: listen,
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
