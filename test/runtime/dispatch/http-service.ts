import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived. */
export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface HttpService {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly port: number;
  readonly arrived: Arrived[];
  /** Connections that were made. */
  connections(): number;
  close(): Promise<void>;
}

/** Starts a service on the machine itself that keeps what arrives and answers as it is told. */
export async function startHttpService(
  answer: (request: Arrived, response: ServerResponse) => void,
  host = '127.0.0.1',
): Promise<HttpService> {
  const arrived: Arrived[] = [];
  let connections = 0;
  const server = createServer(async (request: IncomingMessage, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const one: Arrived = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(pieces).toString(),
    };
    arrived.push(one);
    answer(one, response);
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    arrived,
    connections: () => connections,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
