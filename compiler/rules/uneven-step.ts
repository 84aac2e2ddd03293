import type { Cron } from '../time/index.ts';
import { listWords } from './list-words.ts';
import type { Rule } from './rule.ts';

/**
 * A step divides its field, so that the rhythm does not stumble where the field begins again.
 *
 * Every seventh minute is 56 and then 0, four minutes later; every second day of the month is the 31st and
 * then the 1st. What is meant is elapsed time, which `every` says.
 */
export const unevenStep: Rule = {
  name: 'uneven-step',
  severity: 'info',
  title: 'a step does not divide its field',
  *check({ jobs }) {
    for (const { document, expressions } of jobs) {
      for (const { text, cron, pointer } of expressions) {
        const found = stumbleOf(cron);
        if (!found) continue;
        yield {
          document,
          pointer,
          message: `\`${text}\` does not keep its step: after ${found.field} ${found.last} comes ${found.first}, ${found.short} later instead of ${found.step}`,
          help: '`every` with an `anchor` keeps a rhythm of elapsed time; a step that divides the field keeps one by the clock',
        };
      }
    }
  },
};

interface Stumble {
  readonly field: string;
  readonly first: number | string;
  readonly last: number | string;
  readonly step: string;
  readonly short: string;
}

function stumbleOf({ text, hasSeconds, minutes, hours, dayOfMonth }: Cron): Stumble | undefined {
  const fields = text.trim().split(/\s+/);
  const [minute = '', hour = '', day = ''] = hasSeconds ? fields.slice(1) : fields;
  // Only a step over the whole field asks for an even rhythm.
  const wholeStep = (field: string) => /^\*\/(\d+)$/.exec(field)?.[1];

  const minuteStep = Number(wholeStep(minute) ?? 0);
  if (minuteStep > 0 && 60 % minuteStep !== 0 && hours.length === 24) {
    return stumble('minute', minutes, minuteStep, 60, 'm');
  }
  const hourStep = Number(wholeStep(hour) ?? 0);
  if (hourStep > 0 && 24 % hourStep !== 0) return stumble('hour', hours, hourStep, 24, 'h');
  const dayStep = Number(wholeStep(day) ?? 0);
  if (dayStep > 1) {
    const last = dayOfMonth.days.at(-1) ?? 31;
    const shorts = [31, 30, 29, 28].map(
      (length) => length - dayOfMonth.days.filter((own) => own <= length).at(-1)! + 1,
    );
    const differing = [...new Set(shorts.filter((short) => short !== dayStep))].sort((a, b) => a - b);
    if (differing.length === 0) return undefined;
    return {
      field: 'day',
      last,
      first: 'the 1st',
      step: `${dayStep}d`,
      short: listWords(differing.map((short) => `${short}d`)).replace(' and ', ' or '),
    };
  }
  return undefined;
}

function stumble(
  field: string,
  values: readonly number[],
  step: number,
  size: number,
  unit: string,
): Stumble {
  const last = values.at(-1) ?? 0;
  return { field, last, first: 0, step: `${step}${unit}`, short: `${size - last}${unit}` };
}
