import type { Command } from '../../../compiler/cli/index.ts';
import { createWatcher, machineTimers } from '../../work/index.ts';
import { healthPortOption } from '../read-port.ts';
import { runRole } from '../run-role.ts';
import { ledgerOption } from '../runtime-place.ts';

export const watch: Command = {
  name: 'watch',
  summary: 'see from outside whether every shard goes on',
  usage: '',
  about:
    'Looks from outside at what the replicas do: how far each shard has come, how old the oldest fire without a fate is, and, in samples, whether every fire that should have happened has exactly one fate in the ledger. It says so in structured logs and metrics, and decides nothing.',
  arguments: [],
  options: [ledgerOption, healthPortOption],
  examples: [
    {
      about: 'beside the workers on Spanner',
      run: 'almanac watch --ledger spanner:projects/acme/instances/almanac/databases/almanac',
    },
  ],
  exitCodes: [0, 1],
  stopsBySignal: true,
  run(call) {
    return runRole(call, 'watch', async ({ ledger, log, telemetry }) => {
      const watcher = createWatcher({ ledger, log, telemetry, timers: machineTimers });
      watcher.start();
      return {
        health: watcher.health,
        async stop() {
          await watcher.stop();
          await telemetry.close();
        },
      };
    });
  },
};
