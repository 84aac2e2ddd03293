import { formatDuration } from '../manifest/index.ts';
import type { Rule } from './rule.ts';
import { timingPointer } from './timing-pointer.ts';

/**
 * The alarm that a run has not finished comes before the next fire does.
 *
 * A `finishWithin` longer than the smallest spacing lets run after run pile up, or be skipped, before
 * anybody hears of the first one.
 */
export const finishWithinBeyondSpacing: Rule = {
  name: 'finish-within-beyond-spacing',
  severity: 'warning',
  title: 'the next fire comes before the alarm of the last run',
  *check({ jobs, spacing }) {
    for (const { document, meaning, schedule } of jobs) {
      const finishWithin = meaning.policy.report?.finishWithin;
      if (finishWithin === undefined) continue;
      const least = spacing(schedule);
      if (least === undefined || finishWithin <= least) continue;
      yield {
        document,
        pointer: timingPointer(meaning.schedule.timing),
        message: `fires are as little as ${formatDuration(least)} apart, and \`finishWithin\` is ${formatDuration(finishWithin)}: the next fire comes before the alarm`,
        help: `a policy with \`finishWithin\` of at most \`${formatDuration(least)}\`, or fires further apart`,
      };
    }
  },
};
