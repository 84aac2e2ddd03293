import type { Session } from '@google-cloud/spanner';
import {
  type KeyRange,
  type KeySet,
  type ListValue,
  listOf,
  type Mutation,
  type Value,
} from './mutations.ts';

export interface SpannerAddress {
  readonly project: string;
  readonly instance: string;
  readonly database: string;
  /** `host:port` of an emulator. */
  readonly emulatorHost?: string;
}

/** The client, as far as this folder uses it. Each method but the last two is one round trip. */
export interface Connection {
  read(ask: ReadAsk): Promise<readonly (readonly unknown[])[]>;
  /** One commit of mutations alone. */
  write(mutations: readonly Mutation[]): Promise<void>;
  /** The server's clock, in milliseconds since 1970. */
  now(): Promise<number>;
  /** Statements that made the tables there are. @throws with `code` 5 where there is no database */
  statements(): Promise<readonly string[]>;
  change(statements: readonly string[]): Promise<void>;
  /** On an emulator: makes instance and database. */
  create(): Promise<void>;
  /** Another session, where the server has forgotten this one. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

export interface ReadAsk {
  readonly table: string;
  readonly index?: string;
  readonly columns: readonly string[];
  readonly keys?: readonly (readonly Value[])[];
  readonly ranges?: readonly KeyRange[];
  readonly limit?: number;
}

/**
 * How long one call may take before it counts as lost, in milliseconds. It is tried again in one place (`store.ts`):
 * the client's own retries, one within the other, take minutes to say that nobody is there.
 */
const once = { timeout: 10_000, retry: null } as unknown as { timeout: number };

/** A session that is shared by all calls lives for 28 days on the server. */
const sessionLife = 24 * 3600 * 1000;

/**
 * Connects with one session, under which every read and every commit is a transaction of its own: the client's own
 * helpers begin one before each read, which is a second round trip.
 */
export async function connect({
  project,
  instance,
  database,
  emulatorHost,
}: SpannerAddress): Promise<Connection> {
  if (emulatorHost !== undefined) prepareForEmulator(emulatorHost);
  // Some 100 MB: nobody loads it who has no ledger there.
  const { Spanner } = await import('@google-cloud/spanner');
  const client = new Spanner({ projectId: project });
  const place = client.instance(instance);
  const db = place.database(database, { min: 0 });
  db.on('error', () => {
    // Of sessions that the client makes for itself and that are not used here.
  });
  let session: Promise<Session> | undefined;
  let since = 0;
  const opened = (): Promise<Session> => {
    if (session === undefined || performance.now() - since > sessionLife) {
      since = performance.now();
      const made = db
        .createSession({ multiplexed: emulatorHost === undefined, gaxOptions: once })
        .then(([created]) => created);
      session = made;
      made.catch(() => {
        if (session === made) session = undefined;
      });
    }
    return session;
  };

  return {
    async read({ table, index, columns, keys, ranges, limit }) {
      const snapshot = (await opened()).snapshot({ strong: true });
      const keySet: KeySet = { ...(keys && { keys: keys.map(listOf) }), ...(ranges && { ranges }) };
      const rows: unknown[][] = [];
      const request = {
        columns: [...columns],
        keySet: keySet as { keys: ListValue[] },
        ...(index && { index }),
        ...(limit !== undefined && { limit }),
        gaxOptions: once,
      };
      // By its events: what the client merges several streams into can't be iterated over.
      await new Promise<void>((resolve, reject) => {
        snapshot
          .createReadStream(table, request as never)
          .on('data', (row: { value: unknown }[]) => rows.push(row.map(({ value }) => plain(value))))
          .on('error', reject)
          .on('end', resolve);
      });
      return rows;
    },
    async write(mutations) {
      const transaction = (await opened()).transaction();
      transaction.setQueuedMutations(mutations as never);
      await transaction.commit(once);
    },
    async now() {
      const snapshot = (await opened()).snapshot({ strong: true });
      const [rows] = await snapshot.run({
        sql: 'SELECT UNIX_MICROS(CURRENT_TIMESTAMP())',
        gaxOptions: once,
      });
      return Number(plain((rows[0] as unknown as { value: unknown }[])[0]?.value)) / 1000;
    },
    async statements() {
      const [found] = await db.getSchema();
      return found;
    },
    async change(statements) {
      const [operation] = await db.updateSchema([...statements]);
      await operation.promise();
    },
    async create() {
      await unlessThere(async () => {
        const [, operation] = await place.create({
          config: 'emulator-config',
          nodes: 1,
          displayName: instance,
        });
        await operation.promise();
      });
      await unlessThere(async () => {
        const [, operation] = await place.createDatabase(database, { poolOptions: { min: 0 } });
        await operation.promise();
      });
    },
    async renew() {
      session = undefined;
    },
    async close() {
      const last = await session?.catch(() => undefined);
      if (emulatorHost !== undefined) await last?.delete({ ...once, timeout: 1000 }).catch(() => undefined);
      session = Promise.reject(new Error('The ledger is closed'));
      session.catch(() => undefined);
      since = Number.POSITIVE_INFINITY;
      await db.close().catch(() => undefined);
      client.close();
    },
  };
}

/** The client reads these when it is loaded. Its shared sessions are more than the emulator knows of. */
function prepareForEmulator(host: string): void {
  process.env.SPANNER_EMULATOR_HOST = host;
  process.env.METADATA_SERVER_DETECTION = 'none';
  process.env.SPANNER_DISABLE_BUILTIN_METRICS = 'true';
  for (const part of ['', '_PARTITIONED_OPS', '_FOR_RW'])
    process.env[`GOOGLE_CLOUD_SPANNER_MULTIPLEXED_SESSIONS${part}`] = 'false';
}

async function unlessThere(make: () => Promise<void>): Promise<void> {
  try {
    await make();
  } catch (error) {
    if ((error as { code?: number }).code !== 6) throw error;
  }
}

/** Integers come wrapped, since they may have 64 bits; none of ours has more than 53. Instants come as text. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  if (value instanceof Date) return value.toISOString();
  return Number((value as { value: string }).value);
}
