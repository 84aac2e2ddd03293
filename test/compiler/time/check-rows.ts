import { describe, test } from 'vitest';
import { checkFires, type Expected } from './check-fires.ts';
import { type Row, scheduleOf } from './schedule-of.ts';

/** A schedule, a range and what is to happen in it. */
export type FireRow = Row & Expected;

/** Makes a test of each row, grouped by what the rows show. */
export function checkRows(groups: Readonly<Record<string, readonly FireRow[]>>): void {
  for (const [prose, rows] of Object.entries(groups)) {
    describe(prose, () => {
      const named = rows.map(
        (row) => [`${row.cron} in ${row.zone}, ${row.gap ?? 'shift'}, ${row.fold ?? 'first'}`, row] as const,
      );
      test.each(named)('%s', (_, { from, until, fires, omissions = [], ...schedule }) => {
        checkFires(scheduleOf(schedule), { from, until, fires, omissions });
      });
    });
  }
}
