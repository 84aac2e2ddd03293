import { join } from 'node:path';
import type { Command } from '../../../compiler/cli/index.ts';
import { adapterOptionsOf, dispatchOptions } from '../dispatch-options.ts';
import { leaseOption } from '../lease-option.ts';
import { healthPortOption } from '../read-port.ts';
import { runRole } from '../run-role.ts';
import { ledgerOption } from '../runtime-place.ts';
import { startWorker } from '../start-worker.ts';
import { upFolder } from '../up-mark.ts';

export const work: Command = {
  name: 'work',
  summary: 'decide and dispatch fires: one replica of many',
  usage: '',
  about:
    'Takes its part of the shards of a ledger, decides the fires that fall due in them, and sends runs to their targets. Any number of replicas may run on one ledger: each shard is decided by one of them, and when one ends, however it ends, the others take its shards. It writes structured logs, answers for its health, and ends within ten seconds of SIGTERM.',
  arguments: [],
  options: [
    ledgerOption,
    ...dispatchOptions,
    {
      flags: '--report-url <url>',
      about:
        'where runs report to, as they reach it: the address of the API (default: ALMANAC_REPORT_URL, else nowhere)',
    },
    healthPortOption,
    leaseOption,
  ],
  examples: [
    {
      about: 'one replica on Spanner, as Cloud Run starts it',
      run: 'almanac work --ledger spanner:projects/acme/instances/almanac/databases/almanac',
    },
  ],
  exitCodes: [0, 1],
  stopsBySignal: true,
  run(call) {
    const { io, options } = call;
    return runRole(call, 'work', async (parts) => {
      const reportUrl = (options['reportUrl'] as string | undefined) ?? io.env['ALMANAC_REPORT_URL'];
      const leaseSeconds = options['lease'] as number | undefined;
      const worker = await startWorker({
        ...parts,
        roles: ['work'],
        adapters: adapterOptionsOf(call, '.', join(io.cwd(), upFolder, 'claims')),
        ...(reportUrl && { reportUrl }),
        ...(leaseSeconds !== undefined && { leaseMs: leaseSeconds * 1_000 }),
      });
      return { health: worker.health, stop: () => worker.stop() };
    });
  },
};
