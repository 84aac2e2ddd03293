// @ts-check
// The thread of `threadWriter`. Plain JavaScript, since Node runs it as it stands in the sources.
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { connect } from './connect.js';
import { writerOn } from './run-write.js';

/**
 * @typedef {object} Asked
 * @property {number} id
 * @property {readonly import('./run-write.js').Step[]} steps
 */
/**
 * @typedef {{ id: number, written?: import('./run-write.js').Written, error?: { message: string, code?: string } }} Answered
 */

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
const db = connect(workerData.file);
const write = writerOn(db);
/** A checkpoint copies what was written into the database, and a commit that falls upon one waits for it: so in a pause. */
const pauseMs = 250;
/** Where there is no pause, a log of so many pages is copied in any case. */
db.exec('PRAGMA wal_autocheckpoint = 16000');
/** Below so many rows a checkpoint is not worth its wait for the disk. */
const rowsLeast = 2_000;
let rowsSince = 0;
/** @type {NodeJS.Timeout | undefined} */
let pause;

port.on('message', (/** @type {Asked | 'close'} */ first) => {
  /** @type {Asked[]} */
  const asked = [];
  let isOver = false;
  /** @type {Asked | 'close' | undefined} */
  let next = first;
  // All that was asked while the disk was busy is one transaction: the disk is waited for once.
  for (; next !== undefined; next = receiveMessageOnPort(port)?.message) {
    if (next === 'close') isOver = true;
    else asked.push(next);
  }
  clearTimeout(pause);
  if (asked.length > 0) port.postMessage(carryOut(asked));
  if (isOver) {
    db.close();
    port.close();
  } else if (rowsSince >= rowsLeast) {
    pause = setTimeout(checkpoint, pauseMs);
  }
});

/**
 * @param {readonly Asked[]} asked
 * @returns {Answered[]}
 */
function carryOut(asked) {
  try {
    const answers = write(asked.map(({ steps }) => steps));
    for (const answer of answers) if ('written' in answer) rowsSince += sum(answer.written.rows);
    return answers.map((answer, index) => ({
      id: asked[index]?.id ?? 0,
      ...('error' in answer ? { error: plain(answer.error) } : answer),
    }));
  } catch (error) {
    return asked.map(({ id }) => ({ id, error: plain(error) }));
  }
}

function checkpoint() {
  rowsSince = 0;
  try {
    // Passive: waits for nobody, and leaves what a reader still needs.
    db.exec('PRAGMA wal_checkpoint(PASSIVE)');
  } catch {
    // What hinders it hinders the next write too, and there it is told.
  }
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((a, b) => a + b, 0);
}

/**
 * An error loses its code on its way to another thread.
 *
 * @param {unknown} error
 * @returns {{ message: string, code?: string }}
 */
function plain(error) {
  const { message, code } = /** @type {Error & { code?: string }} */ (error);
  return code === undefined ? { message } : { message, code };
}
