import type { AskedTime } from '../../explain/index.ts';
import { parseInstant, parseMoment, parseWall, whyNotReal } from '../../manifest/index.ts';
import { CallError } from '../../source/index.ts';

/** A job, and the time about which somebody asks. */
export interface Question {
  readonly job: string;
  readonly time: AskedTime;
}

/**
 * Reads `JOB@TIME` or `JOB TIME`, the time being an instant or a wall time in the job's zone, with a space or
 * a `T` between date and clock.
 *
 * @throws {CallError} for anything else.
 */
export function readQuestion(words: readonly string[]): Question {
  const [first = '', ...others] = words;
  const at = first.indexOf('@');
  const job = at === -1 ? first : first.slice(0, at);
  const text = [...(at === -1 ? [] : [first.slice(at + 1)]), ...others].join(' ');
  const example =
    'for instance `almanac explain benefits/statement-run@2027-03-28T01:30:00Z`, or with a wall time `2027-03-28T02:30`';
  if (job === '') throw new CallError('which job, and when?', example);
  if (text === '') throw new CallError(`when? \`${job}\` is asked about without a time`, example);
  return { job, time: readTime(text) };
}

function readTime(text: string): AskedTime {
  const instant = parseInstant(text);
  if (instant !== undefined) return { kind: 'instant', instant };
  if (parseMoment(text) !== undefined) {
    throw new CallError(`\`${text}\` has a fraction of a second`, 'fires stand at whole seconds');
  }
  const wall = parseWall(text);
  if (wall !== undefined) return { kind: 'wall', wall, text };
  const why = whyNotReal(text);
  throw new CallError(
    `\`${text}\` is neither an instant nor a wall time${why ? `: ${why}` : ''}`,
    "write `2027-03-28T01:30:00Z`, or in the job's zone `2027-03-28T02:30`",
  );
}
