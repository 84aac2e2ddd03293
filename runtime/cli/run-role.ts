import type { Call } from '../../compiler/cli/index.ts';
import { version } from '../../compiler/cli/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { jsonLog, type Log, type Telemetry } from '../telemetry/index.ts';
import { type Health, listenForHealth } from './health-listener.ts';
import { ledgerTrouble, openLedger } from './open-ledger.ts';
import { readPort } from './read-port.ts';
import { newReplicaName } from './replica-name.ts';
import { ledgerPlace } from './runtime-place.ts';
import { telemetryOf } from './telemetry-of.ts';
import { untilStopped } from './until-stopped.ts';

/** What a role is given, and what it gives back once it is started. */
export interface RoleParts {
  readonly ledger: Ledger;
  readonly id: string;
  readonly log: Log;
  readonly telemetry: Telemetry;
}

export interface StartedRole {
  health(): Health;
  stop(): Promise<void>;
}

/**
 * Runs one role in this process until a signal ends it: structured logs on the standard output, health on a port where
 * one is named, a clean end within ten seconds of SIGTERM.
 */
export async function runRole(
  call: Call,
  role: string,
  start: (parts: RoleParts) => Promise<StartedRole>,
): Promise<0> {
  const { io, options } = call;
  const stopped = untilStopped(io);
  const id = newReplicaName();
  const log = jsonLog(
    (line) => io.stdout.write(line),
    () => Date.now(),
  );
  const telemetry = await telemetryOf(call, role, id);
  const ledger = await openLedger(ledgerPlace(call), { works: true });
  const port = (options['healthPort'] as number | undefined) ?? portOf(io.env['PORT']);
  let health = (): Health => ({ ready: false, troubles: ['it is starting'] });
  const listener =
    port === undefined ? undefined : await listenForHealth({ host: '0.0.0.0', port }, () => health());
  const started = await start({ ledger, id, log, telemetry });
  health = () => started.health();
  log('INFO', `almanac ${role} started`, {
    replica: id,
    version: version(),
    ledger: ledger.kind,
    ...(listener && { health: listener.address }),
  });
  await stopped;
  log('INFO', `almanac ${role} is stopping`);
  await started.stop();
  await listener?.close();
  await ledger.close().catch((error) => {
    throw ledgerTrouble(error) ?? error;
  });
  log('INFO', `almanac ${role} stopped`);
  return 0;
}

function portOf(text: string | undefined): number | undefined {
  return text ? readPort(text) : undefined;
}
