import { formatInstant } from '../manifest/index.ts';
import { nextFire, previousFire, type Schedule } from '../time/index.ts';
import { perKey } from './per-key.ts';
import type { Rule } from './rule.ts';
import { timingPointer } from './timing-pointer.ts';

/**
 * A job still has a fire to come.
 *
 * One whose fires are all past is listed and enabled, and does nothing: a finished one-off that nobody took
 * away, or a date in the wrong year.
 */
export const firesPastOnly: Rule = {
  name: 'fires-past-only',
  severity: 'warning',
  title: 'all fires are in the past',
  *check({ jobs, now }) {
    const last = perKey((schedule: Schedule) =>
      // An instant is past when it has gone by: what fires right now is still to come.
      nextFire(schedule, now - 1) === undefined ? previousFire(schedule, now) : undefined,
    );
    for (const { document, meaning, schedule } of jobs) {
      const at = last(schedule);
      if (at === undefined) continue;
      yield {
        document,
        pointer:
          meaning.schedule.end === undefined ? timingPointer(meaning.schedule.timing) : '/spec/schedule/end',
        message: `the last fire was at ${formatInstant(at)}, and none is to come`,
        help: 'take the job away, or give it new times; `manual: true` keeps it for orders',
      };
    }
  },
};
