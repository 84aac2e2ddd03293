import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type Call,
  CallError,
  type Command,
  type ExitCode,
  paintFor,
  version,
} from '../../../compiler/cli/index.ts';
import { type Api, createApi } from '../../api/index.ts';
import { openApplyPort } from '../../apply/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { jsonLog, type Log } from '../../telemetry/index.ts';
import { createWatcher, machineTimers, type Worker } from '../../work/index.ts';
import { applyFolder } from '../apply-folder.ts';
import { adapterOptionsOf, dispatchOptions } from '../dispatch-options.ts';
import { leaseOption } from '../lease-option.ts';
import { ledgerTrouble, openLedger } from '../open-ledger.ts';
import { principalOption } from '../principal-option.ts';
import type { ProcessIdentity } from '../process-identity.ts';
import { readPort } from '../read-port.ts';
import { newReplicaName } from '../replica-name.ts';
import { embeddedLedger, ledgerFromAnywhere, ledgerOption } from '../runtime-place.ts';
import { startWorker } from '../start-worker.ts';
import { telemetryOf } from '../telemetry-of.ts';
import { untilStopped } from '../until-stopped.ts';
import { takeFolder } from '../up-lock.ts';
import { makeUpFolder, readUpMark, removeUpMark, type UpMark, upFolder, writeUpMark } from '../up-mark.ts';
import { happeningLine, happeningsOf } from '../up-view.ts';

/** The port of the API where none is named. */
const standardPort = 7788;

export const up: Command = {
  name: 'up',
  summary: 'run the declarations of a folder on this machine',
  usage: '[dir]',
  about:
    'Starts all of Almanac in one process: a ledger in one file (.almanac/ledger.db in the folder, which git is told to pass over), what decides and dispatches, what watches, and the API on this machine alone. It shows what the declarations change against what is in force, applies that, and tells of every fire that is dispatched, ends, or is not dispatched and why.\nOn SIGHUP, or `almanac reload`, it reads the declarations again. On SIGTERM or Ctrl-C it finishes what it has in hand and ends.',
  arguments: [{ name: '[dir]', about: 'folder of the declarations (default: this one)' }],
  options: [
    ...dispatchOptions,
    { ...ledgerOption, about: 'sqlite:FILE, instead of .almanac/ledger.db in the folder; another kind too' },
    {
      flags: '--port <port>',
      about: `port of the API on 127.0.0.1 (default: ${standardPort}, or any that is free where it is taken)`,
      read: readPort,
    },
    { flags: '--yes', about: 'accept findings that would stop an apply' },
    {
      flags: '--plan-only',
      about: 'show what would be applied, apply nothing, and go on with what is in force',
    },
    principalOption,
    leaseOption,
  ],
  examples: [
    { about: 'run what stands here, commands too', run: 'almanac up --allow-commands' },
    { about: 'and ask it, from another terminal in the same folder', run: 'almanac history' },
    { about: 'and from another folder', run: 'almanac history --runtime http://127.0.0.1:7788' },
  ],
  exitCodes: [0, 1, 3],
  stopsBySignal: true,
  run: runFolder,
};

async function runFolder(given: Call): Promise<ExitCode> {
  const { io, options } = given;
  const folder = resolve(io.cwd(), given.words[0] ?? '.');
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new CallError(`there is no folder \`${given.words[0]}\``);
  const call: Call = { ...given, words: [], io: { ...io, cwd: () => folder } };
  const stopped = untilStopped(io);
  let holder: ProcessIdentity | undefined;
  try {
    makeUpFolder(folder);
    holder = takeFolder(join(folder, upFolder));
  } catch (error) {
    throw new CallError(`\`${upFolder}\` can't be written in \`${folder}\`: ${(error as Error).message}`);
  }
  if (holder) throw taken(holder, readUpMark(folder));
  const named = (options['ledger'] as string | undefined) ?? io.env['ALMANAC_LEDGER'];
  const address = ledgerFromAnywhere(named ?? `sqlite:${join(folder, embeddedLedger)}`, io.cwd());
  const running = await start(call, folder, address, given.words[0] ?? '.').catch((error) => {
    throw ledgerTrouble(error) ?? error;
  });
  try {
    const applied = await running.apply();
    const jobs = await running.jobs();
    if (applied === 'refused' && jobs === 0 && options['planOnly'] !== true) return 3;
    tellRunning(call, running.api, jobs);
    io.on?.('SIGHUP', running.reload);
    await stopped;
    io.stderr.write('almanac up: stopping\n');
    return 0;
  } catch (error) {
    throw ledgerTrouble(error) ?? error;
  } finally {
    await running
      .stop()
      .catch((error) => {
        // On a full disk a ledger can't be put in order, and is as whole as before.
        throw ledgerTrouble(error) ?? error;
      })
      .finally(() => removeUpMark(folder));
  }
}

function taken({ pid }: ProcessIdentity, mark: UpMark | undefined): CallError {
  const how = mark?.pid === pid ? `with its API at ${mark.api}` : 'which is still starting';
  return new CallError(
    `\`almanac up\` runs in this folder already, as process ${pid}, ${how}`,
    '`almanac reload` makes it read the declarations again',
  );
}

interface Running {
  readonly api: string;
  /** How many are in force. */
  jobs(): Promise<number>;
  apply(): Promise<'applied' | 'unchanged' | 'refused'>;
  reload(): void;
  stop(): Promise<void>;
}

async function start(call: Call, folder: string, address: string, shown: string): Promise<Running> {
  const { io, options } = call;
  const id = newReplicaName();
  const log = logOf(call);
  const telemetry = await telemetryOf(call, 'up', id);
  const stored = await openLedger(address, { works: true });
  let worker: Worker | undefined;
  // What is posted in this process is taken in at once.
  const ledger: Ledger = {
    ...stored,
    async post(letters) {
      await stored.post(letters);
      worker?.notice();
    },
  };
  const api = createApi({
    ledger,
    version: version(),
    notReady: async () => worker?.health().troubles[0] ?? (worker ? undefined : 'it is starting'),
    onError: (error, request) =>
      log('ERROR', `the API failed at ${request.method} ${request.route}`, { error }),
  });
  const apiAddress = await listen(api, options['port'] as number | undefined);
  writeUpMark(folder, { api: apiAddress, ledger: address });
  const view = viewOf(call);
  const leaseSeconds = options['lease'] as number | undefined;
  worker = await startWorker({
    ledger,
    id,
    roles: ['work', 'serve', 'watch'],
    log,
    telemetry,
    adapters: adapterOptionsOf(call, folder, join(folder, upFolder, 'claims')),
    reportUrl: `${apiAddress}/v1/report`,
    committed: view,
    ...(leaseSeconds !== undefined && { leaseMs: leaseSeconds * 1_000 }),
  });
  const watcher = createWatcher({
    ledger,
    timers: machineTimers,
    log: logOf(call, { goes: true }),
    telemetry,
  });
  watcher.start();
  const port = openApplyPort(ledger);
  let busy: Promise<unknown> = Promise.resolve();

  async function apply() {
    const { kind } = await applyFolder(call, port, {
      acceptsFindings: options['yes'] === true,
      planOnly: options['planOnly'] === true,
      shown,
    });
    return kind;
  }

  return {
    api: apiAddress,
    async jobs() {
      return (await port.tenants()).reduce((sum, { jobs }) => sum + jobs, 0);
    },
    apply,
    reload() {
      // One after the other, and none is let down by the one before.
      busy = busy.then(async () => {
        io.stderr.write('almanac up: reading the declarations again\n');
        try {
          const kind = await apply();
          if (kind === 'refused') io.stderr.write('almanac up: what was in force stays in force\n');
        } catch (error) {
          io.stderr.write(`almanac up: ${(error as Error).message}; what was in force stays in force\n`);
        }
      });
    },
    async stop() {
      await busy;
      await watcher.stop();
      // The API goes on while runs end, so that they can report it.
      await worker.stop();
      await api.close();
      await stored.close();
    },
  };
}

async function listen(api: Api, wanted: number | undefined): Promise<string> {
  const host = '127.0.0.1';
  try {
    return await api.listen({ host, port: wanted ?? standardPort });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    if (wanted !== undefined)
      throw new CallError(`port ${wanted} is taken`, 'name another one with `--port`');
    return api.listen({ host, port: 0 });
  }
}

/** Tells what is wrong with the runtime; and, where `goes`, how it goes on. */
function logOf(call: Call, { goes = false } = {}): Log {
  const { io, options } = call;
  if (options.json)
    return jsonLog(
      (line) => io.stdout.write(line),
      () => Date.now(),
    );
  return (severity, message) => {
    if (severity === 'WARNING' || severity === 'ERROR' || (goes && severity === 'INFO'))
      io.stderr.write(`almanac up: ${message}\n`);
  };
}

/** Tells of each fire in one line. */
function viewOf(call: Call) {
  const { io, options } = call;
  const paint = paintFor(call, io.stdout);
  return (commit: Parameters<typeof happeningsOf>[0]) => {
    const lines = happeningsOf(commit).map((happening) =>
      options.json
        ? `${JSON.stringify({ severity: 'INFO', ...happening })}\n`
        : happeningLine(happening, paint),
    );
    if (lines.length > 0 && !options.quiet) io.stdout.write(lines.join(''));
  };
}

function tellRunning({ io, options }: Call, api: string, jobs: number): void {
  if (options.quiet) return;
  io.stderr.write(
    `almanac up: ${jobs} ${jobs === 1 ? 'job' : 'jobs'} in force; API at ${api}; Ctrl-C ends it\n`,
  );
}
