import type { Database } from './open-database.ts';

/** Runs `work` as one write: all of it is on disk when this returns, or nothing where it throws. */
export function inTransaction<T>(db: Database, work: () => T): T {
  // At once, since a read that becomes a write later can't wait for another process.
  db.exec('BEGIN IMMEDIATE');
  let result: T;
  try {
    result = work();
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
  return result;
}
