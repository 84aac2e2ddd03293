// @ts-check
import { inTransaction } from './in-transaction.js';

/**
 * What SQLite keeps.
 *
 * @typedef {string | number | null | Uint8Array} SqlValue
 */
/**
 * A statement of a write. With `width` it ends before its rows, each of so many values; with `list` in `IN`; both take
 * any number of values, those of all rows one behind the other.
 *
 * @typedef {object} Step
 * @property {string} sql
 * @property {readonly SqlValue[]} values
 * @property {number} [width]
 * @property {true} [list]
 * @property {number} [wants] how many rows it has to write; where it writes another number, nothing is written at all
 * @property {string} [complaint] thrown then; without one the write ends without an error
 */
/**
 * @typedef {object} Written
 * @property {boolean} kept false: a step did not write what it has to, and so nothing was written
 * @property {readonly number[]} rows that each step wrote
 */
/**
 * What of the driver a write uses.
 *
 * @typedef {object} Connection
 * @property {(sql: string) => unknown} exec
 * @property {(sql: string) => { run(values: readonly SqlValue[]): { changes: number } }} prepare
 */

/** Rows, and values of a list, of one statement: a third of the cost of a row alone is the call. */
const rowsAtOnce = 10;
const valuesAtOnce = 50;

/**
 * Returns what carries out writes on a connection, in their order and as one transaction: all of them are on disk when
 * it returns. Each is answered by itself: what went wrong in one leaves the others as they are.
 *
 * @param {Connection} db
 * @returns {(writes: readonly (readonly Step[])[]) => ({ written: Written } | { error: unknown })[]}
 * @throws {Error} nothing of any was written
 */
export function writerOn(db) {
  const wrote = preparedOn(db);
  return (writes) => inTransaction(db, () => writes.map((steps) => writeOne(db, wrote, steps)));
}

/**
 * @param {Connection} db
 * @param {ReturnType<typeof preparedOn>} wrote
 * @param {readonly Step[]} steps
 * @returns {{ written: Written } | { error: unknown }}
 */
function writeOne(db, wrote, steps) {
  db.exec('SAVEPOINT one');
  /** @type {ReturnType<typeof writeOne>} */
  let answer;
  try {
    answer = { written: inOrder(wrote, steps) };
  } catch (error) {
    answer = { error };
  }
  if ('written' in answer && answer.written.kept) {
    db.exec('RELEASE one');
    return answer;
  }
  try {
    db.exec('ROLLBACK TO one; RELEASE one');
  } catch (error) {
    // After some errors, a full disk among them, SQLite has rolled back all by itself; that error is the one to tell.
    throw 'error' in answer ? answer.error : error;
  }
  return answer;
}

/**
 * @param {ReturnType<typeof preparedOn>} wrote
 * @param {readonly Step[]} steps
 * @returns {Written}
 */
function inOrder(wrote, steps) {
  const rows = [];
  for (const step of steps) {
    const count = wrote(step);
    if (step.wants !== undefined && count !== step.wants) {
      if (step.complaint !== undefined) throw new Error(step.complaint);
      return { kept: false, rows };
    }
    rows.push(count);
  }
  return { kept: true, rows };
}

/**
 * Prepares each statement once.
 *
 * @param {Connection} db
 * @returns {(step: Step) => number}
 */
function preparedOn(db) {
  /** @type {Map<string, ReturnType<Connection['prepare']>>} */
  const prepared = new Map();
  const statement = (/** @type {string} */ sql) => {
    let found = prepared.get(sql);
    if (found === undefined) {
      found = db.prepare(sql);
      prepared.set(sql, found);
    }
    return found;
  };
  return ({ sql, values, width, list }) => {
    if (width === undefined && list === undefined) return statement(sql).run(values).changes;
    const [one, most] = width === undefined ? [1, valuesAtOnce] : [width, rowsAtOnce];
    const row = width === undefined ? '?' : `(${Array(width).fill('?').join(', ')})`;
    let wrote = 0;
    for (let from = 0; from < values.length; ) {
      const many = values.length - from >= most * one ? most : 1;
      const places = Array(many).fill(row).join(', ');
      const text = width === undefined ? `${sql} (${places})` : `${sql} ${places}`;
      wrote += statement(text).run(values.slice(from, from + many * one)).changes;
      from += many * one;
    }
    return wrote;
  };
}
