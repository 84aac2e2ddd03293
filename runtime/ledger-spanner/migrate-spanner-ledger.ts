import { randomBytes, randomUUID } from 'node:crypto';
import type { LedgerMeta } from '../ledger/index.ts';
import { type Connection, connect, type SpannerAddress } from './connect.ts';
import { insert } from './mutations.ts';
import { type Store, status, storeOn } from './store.ts';
import { tableStatements, tablesVersion } from './tables.ts';

export interface MigrateOptions {
  /** Of a new ledger. @default 64 */
  readonly shardCount?: number;
}

/**
 * Makes what is missing of the ledger's tables, and on an emulator instance and database too; may be run again at any
 * time. Returns the names of what it made.
 *
 * @throws {Error} the tables are of a newer version, or the ledger has another number of shards
 */
export async function migrateSpannerLedger(
  address: SpannerAddress,
  { shardCount }: MigrateOptions = {},
): Promise<readonly string[]> {
  const connection = await connect(address);
  try {
    if (address.emulatorHost !== undefined) await connection.create();
    const store = storeOn(connection);
    const there = namesOf(await connection.statements());
    if (there.has('Meta')) await checkedMeta(store, shardCount);
    const missing = tableStatements().filter(({ name }) => !there.has(name));
    if (missing.length > 0) await connection.change(missing.map(({ text }) => text));
    if (await makeMeta(store, shardCount)) return missing.map(({ name }) => name);
    await checkedMeta(store, shardCount);
    return missing.map(({ name }) => name);
  } finally {
    await connection.close();
  }
}

/** @throws {Error} there is no ledger, or its tables are of another version */
export async function readMeta(connection: Connection, store: Store): Promise<LedgerMeta> {
  const meta = await metaOf(store).catch(async (error: { code?: number }) => {
    if (error.code !== status.notFound && error.code !== invalidArgument) throw error;
    return undefined;
  });
  if (meta === undefined) {
    const there = await connection.statements().catch(() => []);
    const found = there.length === 0 ? 'no tables' : 'tables, but not those of a ledger,';
    throw new Error(`The database has ${found} yet: \`almanac ledger migrate\` makes them`);
  }
  if (meta.version !== tablesVersion)
    throw new Error(
      `The ledger has tables of version ${meta.version}; this program works with version ${tablesVersion}`,
    );
  return meta;
}

const invalidArgument = 3;

async function checkedMeta(store: Store, shardCount: number | undefined): Promise<void> {
  const meta = await metaOf(store);
  if (meta === undefined) return;
  if (meta.version > tablesVersion)
    throw new Error(
      `The ledger has tables of version ${meta.version}; this program knows version ${tablesVersion}`,
    );
  if (shardCount !== undefined && shardCount !== meta.shardCount)
    throw new Error(`The ledger has ${meta.shardCount} shards for its life, and not ${shardCount}`);
}

async function metaOf(store: Store): Promise<LedgerMeta | undefined> {
  const columns = ['Id', 'ShardCount', 'Version', 'Secret'];
  const [row] = await store.read({ table: 'Meta', columns, keys: [[1]] });
  if (row === undefined) return undefined;
  const [id, shardCount, version, secret] = row as [string, number, number, string];
  return { id, shardCount, version, secret };
}

/** @returns false where another has made it before */
async function makeMeta(store: Store, shardCount = 64): Promise<boolean> {
  const row = [1, randomUUID(), shardCount, tablesVersion, randomBytes(32).toString('hex')];
  try {
    await store.write([insert('Meta', ['One', 'Id', 'ShardCount', 'Version', 'Secret'], [row])]);
    return true;
  } catch (error) {
    if ((error as { code?: number }).code !== status.alreadyExists) throw error;
    return false;
  }
}

function namesOf(statements: readonly string[]): ReadonlySet<string> {
  return new Set(
    statements.map((text) => /^CREATE (?:TABLE|(?:NULL_FILTERED )?INDEX) (\w+)/.exec(text)?.[1] ?? ''),
  );
}
