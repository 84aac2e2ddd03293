import { version } from '../../compiler/cli/index.ts';
import { type AdapterOptions, createAdapters, createDispatcher } from '../dispatch/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { tokenOf } from '../report/index.ts';
import { type Log, noTelemetry, type Telemetry } from '../telemetry/index.ts';
import { createWorker, machineTimers, type Worker, type WorkerOptions } from '../work/index.ts';
import { aboutReplica, isGoneHere } from './replica-name.ts';

export interface StartWorkerOptions {
  readonly ledger: Ledger;
  readonly id: string;
  readonly roles: readonly string[];
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly adapters: AdapterOptions;
  /** Where runs report; absent: nowhere. */
  readonly reportUrl?: string;
  readonly leaseMs?: number;
  readonly committed?: WorkerOptions['committed'];
}

/** Starts a replica that decides and dispatches, on the machine's own timers. */
export async function startWorker(options: StartWorkerOptions): Promise<Worker> {
  const { ledger, id, log, telemetry, reportUrl, leaseMs, committed } = options;
  const { secret } = await ledger.meta();
  const adapters = createAdapters(options.adapters);
  const worker = createWorker({
    ledger,
    id,
    about: aboutReplica(version(), options.roles),
    timers: machineTimers,
    kinds: new Set(Object.keys(adapters)),
    log,
    telemetry,
    dispatcher: ({ tell }) =>
      createDispatcher({
        adapters,
        tell,
        tokenOf: (tenant, run) => tokenOf(secret, tenant, run),
        ...(telemetry !== noTelemetry && {
          traceparentOf: ({ tenant, run, attempt }) =>
            telemetry.traceparent({ run: `${tenant}/${run.id}`, attempt }),
        }),
        ...(reportUrl !== undefined && { reportUrl }),
      }),
    ...(leaseMs !== undefined && { leaseMs }),
    ...(committed && { committed }),
    // All processes that have the file are on its machine.
    ...(ledger.kind === 'sqlite' && { isGone: isGoneHere }),
  });
  worker.start();
  return worker;
}
