// @ts-check
/**
 * Runs `work` as one write: all of it is on disk when this returns, or nothing where it throws.
 *
 * @template T
 * @param {{ exec(sql: string): unknown }} db
 * @param {() => T} work
 * @returns {T}
 */
export function inTransaction(db, work) {
  // At once, since a read that becomes a write later can't wait for another process.
  db.exec('BEGIN IMMEDIATE');
  let result;
  try {
    result = work();
    db.exec('COMMIT');
  } catch (error) {
    rollBack(db);
    throw error;
  }
  return result;
}

/**
 * After some errors, a full disk among them, SQLite has rolled back by itself; what is told is what went wrong before.
 *
 * @param {{ exec(sql: string): unknown }} db
 */
function rollBack(db) {
  try {
    db.exec('ROLLBACK');
  } catch {
    // There is none to roll back, and if there were, closing would do it.
  }
}
