import type { Cron } from '../time/index.ts';
import { listWords } from './list-words.ts';
import type { Rule } from './rule.ts';

/**
 * No field is left open that was meant to be set.
 *
 * `* 3 * * *` looks like "at 3 o'clock" and fires 60 times from 03:00 to 03:59; `0 * 1 * *` fires 24 times on
 * the first of the month. Hours or days in a row (`* 9-17 * * 1-5`) are taken for a rhythm.
 */
export const burst: Rule = {
  name: 'burst',
  severity: 'warning',
  title: 'an open minute or hour beside a set hour or day',
  *check({ jobs }) {
    for (const { document, expressions } of jobs) {
      for (const { text, cron, pointer } of expressions) {
        const found = burstOf(cron);
        if (!found) continue;
        yield {
          document,
          pointer,
          message: `\`${text}\` fires ${found.times}`,
          help: `for one fire set the ${found.field} too: \`${found.once}\``,
        };
      }
    }
  },
};

interface Burst {
  readonly times: string;
  readonly field: string;
  readonly once: string;
}

function burstOf({ text, hasSeconds, minutes, hours, dayOfMonth }: Cron): Burst | undefined {
  const fields = text.trim().split(/\s+/);
  const first = hasSeconds ? 1 : 0;
  const closed = (...indexes: number[]) =>
    fields.map((field, index) => (indexes.includes(index - first) ? '0' : field)).join(' ');

  const isEveryMinute = minutes.length === 60;
  if (isEveryMinute && hours.length < 24 && isScattered(hours)) {
    const hour = String(hours[0]).padStart(2, '0');
    return { times: `60 times an hour, from ${hour}:00 to ${hour}:59`, field: 'minute', once: closed(0) };
  }
  if (hours.length === 24 && !dayOfMonth.any && dayOfMonth.days.length > 0 && isScattered(dayOfMonth.days)) {
    const perDay = 24 * minutes.length;
    return {
      times: `${perDay.toLocaleString('en')} times on day ${listWords(dayOfMonth.days.map(String), 4)} of the month, and on no other`,
      field: isEveryMinute ? 'minute and hour' : 'hour',
      once: isEveryMinute ? closed(0, 1) : closed(1),
    };
  }
  return undefined;
}

/** Whether no value has its neighbour beside it. */
function isScattered(values: readonly number[]): boolean {
  return values.every((value, index) => index === 0 || value - values[index - 1]! > 1);
}
