import { CallError, type Command, readCount } from '../../../compiler/cli/index.ts';
import { openLedger } from '../open-ledger.ts';
import { ledgerOption, ledgerPlace } from '../runtime-place.ts';

export const ledger: Command = {
  name: 'ledger',
  summary: 'make the tables of a ledger, or bring them up to date',
  usage: 'migrate',
  about:
    'Makes what a ledger needs in its database: nothing is removed, and doing it again does nothing. On Spanner the database itself is there already, and whoever calls may change its schema; replicas need no such right. In SQLite the file is made where there is none.\nThe number of shards is fixed for the life of a ledger: a tenant lives in one of them, and each is decided by one replica at a time.',
  arguments: [{ name: '<migrate>', about: 'what to do: migrate' }],
  options: [
    ledgerOption,
    {
      flags: '--shards <count>',
      about: 'of a new ledger (default: 64 on Spanner, 4 in SQLite)',
      read: readCount,
    },
  ],
  examples: [
    {
      about: 'before the first replica, and before those of a new version',
      run: 'almanac ledger migrate --ledger spanner:projects/acme/instances/almanac/databases/almanac',
    },
  ],
  exitCodes: [0, 1],
  async run(call) {
    const { words, options, io } = call;
    if (words[0] !== 'migrate')
      throw new CallError(`there is no \`ledger ${words[0]}\``, 'write `ledger migrate`');
    const place = ledgerPlace(call);
    const shards = options['shards'] as number | undefined;
    const opened = await openLedger(place, {
      migrate: true,
      ...(shards !== undefined && { shardCount: shards }),
    });
    try {
      const { version, shardCount } = await opened.meta();
      if (!options.quiet) io.stdout.write(`${place}: version ${version}, ${shardCount} shards\n`);
    } finally {
      await opened.close();
    }
    return 0;
  },
};
