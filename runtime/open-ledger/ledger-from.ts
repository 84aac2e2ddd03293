import type { Ledger } from '../ledger/index.ts';

export interface LedgerFromOptions {
  /** Of a new ledger; one that is there has its own for life. */
  readonly shardCount?: number;
  /** Makes the tables first where they are missing; in SQLite that is done in any case. */
  readonly migrate?: boolean;
  /** For a process that works while it writes: a file of SQLite is written by a thread of its own. */
  readonly works?: boolean;
}

/** An address that names no ledger: the mistake of who wrote it. */
export class LedgerAddressError extends Error {}

/**
 * Opens the ledger at an address: `sqlite:PATH`, `memory:`, or `spanner:projects/P/instances/I/databases/D`, which is
 * on the emulator where `SPANNER_EMULATOR_HOST` is set. Each store is loaded when it is asked for.
 *
 * @throws {LedgerAddressError} the address is none of these
 */
export async function ledgerFrom(
  address: string,
  { shardCount, migrate, works }: LedgerFromOptions = {},
): Promise<Ledger> {
  const shards = shardCount === undefined ? {} : { shardCount };
  const [, kind, rest = ''] = /^([a-z]+):(.*)$/s.exec(address) ?? [];
  if (kind === 'memory' && rest === '') {
    const { openSqliteLedger } = await import('../ledger-sqlite/index.ts');
    return openSqliteLedger({ file: ':memory:', ...shards });
  }
  if (kind === 'sqlite' && rest !== '') {
    const { openSqliteLedger } = await import('../ledger-sqlite/index.ts');
    return openSqliteLedger({ file: rest, ...shards, writes: works ? 'thread' : 'inline' });
  }
  const place = /^projects\/([^/]+)\/instances\/([^/]+)\/databases\/([^/]+)$/.exec(
    kind === 'spanner' ? rest : '',
  );
  if (place !== null) {
    const [, project = '', instance = '', database = ''] = place;
    const emulatorHost = process.env.SPANNER_EMULATOR_HOST;
    const where = { project, instance, database, ...(emulatorHost && { emulatorHost }) };
    const { migrateSpannerLedger, openSpannerLedger } = await import('../ledger-spanner/index.ts');
    if (migrate === true) await migrateSpannerLedger(where, shards);
    return openSpannerLedger(where);
  }
  throw new LedgerAddressError(
    `A ledger's address is sqlite:PATH, memory: or spanner:projects/P/instances/I/databases/D, and not "${address}"`,
  );
}
