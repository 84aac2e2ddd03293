import { Worker } from 'node:worker_threads';
import type { Database } from './open-database.ts';
import { type Step, type Written, writerOn } from './run-write.js';
import type { Answered, Asked } from './writer-thread.js';

/** All that is written to a ledger goes through one. */
export interface Writer {
  /**
   * Carries out the steps as one write: all of it is on disk when this resolves, or nothing of it.
   *
   * @throws {Error} nothing of it was written, or, where the thread is gone, nobody knows
   */
  write(steps: readonly Step[]): Promise<Written>;
  close(): Promise<void>;
}

/** How many rows were written by all steps. */
export function rowsOf({ rows }: Written): number {
  return rows.reduce((sum, count) => sum + count, 0);
}

/** Writes in this thread, before `write` returns. */
export function inlineWriter(db: Database): Writer {
  const carryOut = writerOn(db);
  return {
    async write(steps) {
      const [answer] = carryOut([steps]);
      if (answer === undefined || 'error' in answer) throw answer?.error;
      return answer.written;
    },
    close: async () => db.close(),
  };
}

/**
 * Writes in a thread of its own, which has its own connection to the file, so that waiting for the disk holds up
 * nothing here. What is asked meanwhile is written together.
 */
export function threadWriter(file: string): Writer {
  const waiting = new Map<number, { done(written: Written): void; failed(error: Error): void }>();
  let thread: Worker | undefined;
  let last = 0;
  let isClosed = false;

  function start(): Worker {
    const started = new Worker(new URL('./writer-thread.js', import.meta.url), { workerData: { file } });
    started.on('message', (answers: readonly Answered[]) => {
      for (const { id, written, error } of answers) {
        const asker = waiting.get(id);
        waiting.delete(id);
        if (written) asker?.done(written);
        else asker?.failed(Object.assign(new Error(error?.message), error?.code && { code: error.code }));
      }
      // While it is closing, somebody waits for its end.
      if (waiting.size === 0 && !isClosed) started.unref();
    });
    const gone = (error: Error) => {
      if (thread === started) thread = undefined;
      for (const { failed } of waiting.values()) failed(error);
      waiting.clear();
    };
    started.once('error', gone);
    started.once('exit', () => gone(new Error('The thread that writes the ledger ended')));
    return started;
  }

  return {
    write(steps) {
      if (isClosed) return Promise.reject(new Error('The ledger is closed'));
      thread ??= start();
      // While something is under way the process stays.
      thread.ref();
      const asked: Asked = { id: ++last, steps };
      thread.postMessage(asked);
      return new Promise((done, failed) => waiting.set(asked.id, { done, failed }));
    },
    async close() {
      isClosed = true;
      const closing = thread;
      if (!closing) return;
      closing.ref();
      const ended = new Promise((resolve) => closing.once('exit', resolve));
      closing.postMessage('close');
      await ended;
    },
  };
}
