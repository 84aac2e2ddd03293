// @ts-check
// Plain JavaScript, as `writer-thread.js` is, which Node runs as it stands in the sources.
import Libsql from 'libsql';

/** How long a connection waits for another one's write, in milliseconds. */
const patience = 20_000;

/**
 * Connects to a file, or to a database in memory. What is committed there has reached the disk: the journal's promise
 * is worth what `synchronous` is.
 *
 * @param {string} file
 */
export function connect(file) {
  const db = new Libsql(file);
  db.exec(`PRAGMA busy_timeout = ${patience}`);
  becomeWal(db);
  db.exec('PRAGMA synchronous = FULL');
  db.exec('PRAGMA cache_size = -65536');
  // A checkpoint copies pages during somebody's commit: seldom and large costs less than often, since a page that
  // is written again and again is copied once.
  db.exec('PRAGMA wal_autocheckpoint = 4000');
  return db;
}

/**
 * Two processes that open a new file at once both ask for this, and SQLite does not let them wait for each other.
 *
 * @param {InstanceType<typeof Libsql>} db
 */
function becomeWal(db) {
  for (let attempt = 1; ; attempt++) {
    try {
      db.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (attempt === 100 || /** @type {{ code?: string }} */ (error).code !== 'SQLITE_BUSY') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}
