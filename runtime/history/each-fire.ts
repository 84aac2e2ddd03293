import { fires, previousFire } from '../../compiler/index.ts';
import type { Instant } from '../../schema/time.ts';
import type { FireRow } from '../ledger/index.ts';
import type { JobContext } from './job-context.ts';

/**
 * Lists the fires of a stretch that are scheduled in `[from, until)`, oldest first, each as a row of its own. What the
 * stretch says of its first fire is moved to each: its due, and its window. A row that is no stretch is itself.
 */
export function eachFire(
  row: FireRow,
  context: JobContext | undefined,
  from: Instant,
  until: Instant,
): readonly FireRow[] {
  if (row.count === 1) return row.scheduled >= from && row.scheduled < until ? [row] : [];
  // Nothing is kept of the revision that could tell its fires apart.
  if (!context) return [row];
  const { schedule } = context.subject;
  const start = Math.max(row.scheduled, from);
  const found = fires(schedule, start, Math.min(row.last + 1, until));
  const before = start > row.scheduled ? previousFire(schedule, start) : undefined;
  let previous = before ?? row.body.window.from;
  return Array.from(found.scheduled.subarray(0, found.count), (scheduled) => {
    const { because, ...body } = row.body;
    const due = row.due - row.scheduled + scheduled;
    const window = { from: previous, to: scheduled };
    previous = scheduled;
    return {
      ...row,
      scheduled,
      last: scheduled,
      count: 1,
      due,
      body: { ...body, window, ...(because && { because: { ...because, due } }) },
    };
  });
}
