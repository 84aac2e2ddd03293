import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Health {
  readonly ready: boolean;
  readonly troubles: readonly string[];
}

export interface HealthListener {
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Answers whether the process lives (`/healthz`) and whether it does its work (`/readyz`, 503 with the troubles where
 * it does not). Nothing else is told here, so it may listen to everybody.
 *
 * @throws {Error} the port is taken, or not allowed
 */
export async function listenForHealth(
  { host, port }: { readonly host: string; readonly port: number },
  health: () => Health,
): Promise<HealthListener> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    const { ready, troubles } = path === '/healthz' ? { ready: true, troubles: [] } : health();
    const isKnown = path === '/healthz' || path === '/readyz';
    response.writeHead(!isKnown ? 404 : ready ? 200 : 503, { 'content-type': 'application/json' });
    response.end(`${JSON.stringify(isKnown ? { ready, troubles } : {})}\n`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const bound = server.address() as AddressInfo;
  return {
    address: `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
