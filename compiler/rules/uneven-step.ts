import type { Cron } from '../time/index.ts';
import type { Rule } from './rule.ts';

/**
 * A rhythm does not stumble where its field begins again.
 *
 * Every seventh minute is 56 and then 0, four minutes later; 0, 5, 10 and 15 o'clock leave nine hours over
 * midnight; every second day of the month is the 31st and then the 1st. What is meant is elapsed time, which
 * `every` says.
 */
export const unevenStep: Rule = {
  name: 'uneven-step',
  severity: 'info',
  title: 'a step does not divide its field',
  *check({ jobs }) {
    for (const { document, expressions } of jobs) {
      for (const { text, cron, pointer } of expressions) {
        const said = stumbleOf(cron);
        if (!said) continue;
        yield {
          document,
          pointer,
          message: `\`${text}\` does not keep its step: ${said}`,
          help: '`every` with an `anchor` keeps a rhythm of elapsed time; a step that divides the field keeps one by the clock',
        };
      }
    }
  },
};

function stumbleOf({ text, hasSeconds, minutes, hours }: Cron): string | undefined {
  const hasHoursInARow = hours.some((hour, index) => hour - (hours[index - 1] ?? hour) === 1);
  if (hasHoursInARow) {
    const said = stumble('minute', minutes, 60, 'm');
    if (said) return said;
  }
  const dayField = text.trim().split(/\s+/)[hasSeconds ? 3 : 2] ?? '';
  const dayStep = /^\*\/(\d+)$/.exec(dayField)?.[1];
  if (dayStep !== undefined && dayStep !== '1') {
    return `it begins again on the 1st of every month, however many days after the last one, and not ${dayStep} days after`;
  }
  return stumble('hour', hours, 24, 'h');
}

/** Says how a field stumbles whose values are evenly apart but for the turn, which is nearly as far. */
function stumble(field: string, values: readonly number[], size: number, unit: string): string | undefined {
  const [first = 0, second = 0] = values;
  const last = values.at(-1) ?? 0;
  const step = second - first;
  // Two values are no rhythm, and a turn of twice the step or more is a night's rest.
  if (values.length < 3 || values.some((value, index) => value !== first + index * step)) return undefined;
  const turn = size - last + first;
  if (turn === step || turn >= 2 * step) return undefined;
  return `after ${field} ${last} comes ${first}, ${turn}${unit} later instead of ${step}${unit}`;
}
