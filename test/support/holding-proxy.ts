import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands on loopback between a client and a server, and can keep answers from arriving. */
export interface HoldingProxy {
  /** `127.0.0.1:PORT` */
  readonly host: string;
  /** From now on the server hears everything and the client nothing. */
  hold(): void;
  /** Ends the connections there are, with what was held; new ones go through. */
  cut(): void;
  stop(): Promise<void>;
}

export async function startHoldingProxy(target: string): Promise<HoldingProxy> {
  const [address = '', port = ''] = target.split(':');
  const pairs = new Set<readonly [Socket, Socket]>();
  let held = false;
  const server = createServer((client) => {
    const upstream = connect(Number(port), address);
    const pair = [client, upstream] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    client.on('data', (bytes) => upstream.write(bytes));
    upstream.on('data', (bytes) => {
      if (!held) client.write(bytes);
    });
    for (const socket of pair) socket.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    held = false;
    for (const [client, upstream] of [...pairs]) {
      client.destroy();
      upstream.destroy();
    }
  };
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: () => {
      held = true;
    },
    cut,
    async stop() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
