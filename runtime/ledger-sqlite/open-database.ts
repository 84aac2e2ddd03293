import { closeSync, openSync } from 'node:fs';
import Libsql from 'libsql';

/** What of the driver this folder uses: synchronous, and each call takes one list of values. */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

export interface Statement {
  /** @returns how many rows it wrote */
  run(values: readonly SqlValue[]): number;
  /** All rows, each as its columns in the order of the select. */
  all(values: readonly SqlValue[]): readonly (readonly unknown[])[];
}

export type SqlValue = string | number | null | Uint8Array;

/** How long a process waits for another one's write, in milliseconds. */
const patience = 20_000;

/**
 * Opens a file, which is made where there is none, or a database in memory. What is committed there has reached the
 * disk: the journal's promise is worth what `synchronous` is.
 */
export function openDatabase(file: string): Database {
  makePrivate(file);
  const db = new Libsql(file);
  const run = (sql: string) => {
    db.exec(sql);
  };
  run(`PRAGMA busy_timeout = ${patience}`);
  becomeWal(db);
  run('PRAGMA synchronous = FULL');
  run('PRAGMA cache_size = -65536');
  // A checkpoint copies pages during somebody's commit: seldom and large costs less than often, since a page that
  // is written again and again is copied once.
  run('PRAGMA wal_autocheckpoint = 4000');
  let open = true;
  const opened = () => {
    if (!open) throw new Error('The ledger is closed');
  };
  return {
    exec(sql) {
      opened();
      run(sql);
    },
    prepare(sql) {
      opened();
      const statement = db.prepare(sql);
      if (/^\s*SELECT\b/.test(sql)) statement.raw(true);
      return {
        run(values) {
          opened();
          return statement.run(values as unknown[]).changes;
        },
        all(values) {
          opened();
          return statement.all(values as unknown[]) as unknown[][];
        },
      };
    },
    close() {
      if (!open) return;
      open = false;
      // The driver keeps the file until its statements are collected; so it is left whole now.
      run('PRAGMA wal_checkpoint(PASSIVE)');
      db.close();
    },
  };
}

/** Makes a file that is not there for its owner alone: it holds the secret by which runs report. SQLite's own files follow it. */
function makePrivate(file: string): void {
  if (file === ':memory:') return;
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch {
    // It is there, or the driver says why it can't be.
  }
}

/** Two processes that open a new file at once both ask for this, and SQLite does not let them wait for each other. */
function becomeWal(db: InstanceType<typeof Libsql>): void {
  for (let attempt = 1; ; attempt++) {
    try {
      db.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (attempt === 100 || (error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}
