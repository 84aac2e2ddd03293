import { CallError, type Command, version } from '../../../compiler/cli/index.ts';
import { createApi, refuseAddress } from '../../api/index.ts';
import { healthPortOption, readPort } from '../read-port.ts';
import { type RoleParts, runRole, type StartedRole } from '../run-role.ts';
import { ledgerOption } from '../runtime-place.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'answer questions and take orders over HTTP',
  usage: '',
  about:
    'Serves the API of a ledger: history, explanations, plans, applies, holds, and the reports of runs. Whoever can reach it may change what runs, so it listens on this machine alone; what lets others in, and knows who they are, is a proxy beside it. Only its health is answered to everybody, on a port of its own.',
  arguments: [],
  options: [
    ledgerOption,
    {
      flags: '--host <host>',
      about: 'address of this machine to listen on: 127.0.0.1 or ::1 (default: 127.0.0.1)',
    },
    { flags: '--port <port>', about: 'port to listen on (default: 7788)', read: readPort },
    healthPortOption,
  ],
  examples: [
    {
      about: 'beside a proxy that knows who asks, as Cloud Run starts it',
      run: 'almanac serve --ledger spanner:projects/acme/instances/almanac/databases/almanac',
    },
  ],
  exitCodes: [0, 1],
  stopsBySignal: true,
  run(call) {
    const { host = '127.0.0.1', port = 7788 } = call.options as {
      readonly host?: string;
      readonly port?: number;
    };
    const refused = refuseAddress(host);
    if (refused !== undefined) throw new CallError(refused);
    return runRole(call, 'serve', (parts) => start(parts, { host, port }));
  },
};

/** How often readiness is looked at, in milliseconds: who asks gets the last answer at once. */
const lookMs = 5_000;

async function start(
  { ledger, log, telemetry }: RoleParts,
  listen: { readonly host: string; readonly port: number },
): Promise<StartedRole> {
  let trouble: string | undefined;
  const look = async () => {
    try {
      await ledger.clock();
      trouble = undefined;
    } catch (error) {
      trouble = `the ledger cannot be reached: ${(error as Error).message}`;
    }
  };
  await look();
  const looking = setInterval(look, lookMs);
  const api = createApi({
    ledger,
    version: version(),
    onError: (error, { method, route }) => log('ERROR', `${method} ${route} failed`, { error }),
    onAnswer: ({ method, route, status, ms }) =>
      log('DEBUG', `${method} ${route} ${status}`, { status, milliseconds: Math.round(ms) }),
  });
  const address = await api.listen(listen);
  log('INFO', `the API is at ${address}`);
  return {
    health: () => ({ ready: trouble === undefined, troubles: trouble === undefined ? [] : [trouble] }),
    async stop() {
      clearInterval(looking);
      await api.close();
      await telemetry.close();
    },
  };
}
