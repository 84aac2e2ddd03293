import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Arrival } from '../simulation/targets.ts';

/** A service that takes runs by HTTP and keeps what arrived. */
export interface Receiver {
  readonly url: string;
  readonly arrivals: readonly Arrival[];
  /** Resolves with the next so many arrivals; rejects when the signal says so. */
  next(count: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

export async function startReceiver(): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  const events = new EventEmitter();
  const server = createServer((request, response) => {
    const header = (name: string) => String(request.headers[`ce-${name}`] ?? '');
    const seconds = (name: string) => Date.parse(header(name)) / 1000;
    const tenant = header('tenant');
    arrivals.push({
      tenant,
      run: String(request.headers['idempotency-key'] ?? '').replace(`${tenant}/`, ''),
      scheduled: seconds('scheduled'),
      window: { from: seconds('windowfrom'), to: seconds('windowto') },
      attempt: Number(header('attempt')),
      at: performance.now(),
    });
    events.emit('arrival');
    request.resume();
    response.end('done');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/run`,
    arrivals,
    async next(count, signal) {
      for (let left = count; left > 0; left--) await once(events, 'arrival', { signal });
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
