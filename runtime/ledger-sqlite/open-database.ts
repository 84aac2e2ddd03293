import { closeSync, openSync } from 'node:fs';
import { connect } from './connect.js';
import type { SqlValue } from './run-write.js';

/** What of the driver this folder uses: synchronous, and each call takes one list of values. */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

export interface Statement {
  run(values: readonly SqlValue[]): { readonly changes: number };
  /** All rows, each as its columns in the order of the select. */
  all(values: readonly SqlValue[]): readonly (readonly unknown[])[];
}

/** Opens a file, which is made where there is none, or a database in memory. @see connect */
export function openDatabase(file: string): Database {
  makePrivate(file);
  const db = connect(file);
  let open = true;
  const opened = () => {
    if (!open) throw new Error('The ledger is closed');
  };
  return {
    exec(sql) {
      opened();
      db.exec(sql);
    },
    prepare(sql) {
      opened();
      const statement = db.prepare(sql);
      if (/^\s*SELECT\b/.test(sql)) statement.raw(true);
      return {
        run(values) {
          opened();
          return statement.run(values as unknown[]);
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
      db.exec('PRAGMA wal_checkpoint(PASSIVE)');
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
