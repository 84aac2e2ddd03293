import type { Instant } from '../../schema/time.ts';
import { type Because, minuteOf } from '../decide/index.ts';
import { type Course, lastsOf, openedKey } from './course.ts';

/** The most fires and runs of which a signature is worth its cost. */
const itemCountMax = 256;

/**
 * Writes down all of a course that can matter to what is decided from `now` on, with instants relative to `now`.
 * Equal signatures and equally spaced fires mean equal decisions, since decide is the same at any time: at any second,
 * or, where a rate counts UTC minutes, at the same second of a minute. Undefined where there is too much.
 */
export function signatureOf({ state, jobs, opened, going }: Course, now: Instant): string | undefined {
  const { fires, runs, minute, caps } = state;
  if (fires.length + runs.length > itemCountMax) return undefined;
  let text = '';
  if (caps.scheduled.maxPerMinute !== undefined) {
    text = `${now - minuteOf(now)}:${minute.start === minuteOf(now) ? minute.scheduled : 0};`;
  }
  for (const { job, scheduled, due, window, waiting } of fires) {
    const simulated = Object.hasOwn(jobs, job) ? jobs[job] : undefined;
    text += `${job} ${scheduled - now} ${due - now} ${window.from - now} ${window.to - now} ${waiting} `;
    text += `${simulated && lastsOf(simulated, scheduled)} `;
    const because = opened.get(openedKey({ job, scheduled }))?.wait?.because;
    if (because) text += becauseText(because, now);
  }
  for (const { id, job, scheduled, dispatched, window, lostAt, cancelAsked, group } of runs) {
    const { endsAt, outcome, cancelTakes } = going.get(id)!;
    text += `${job} ${scheduled - now} ${dispatched - now} ${window.from - now} ${window.to - now} `;
    text += `${lostAt === undefined ? '' : lostAt - now} ${cancelAsked ?? ''} ${endsAt - now} ${outcome} `;
    text += `${cancelTakes} ${group};`;
  }
  return text;
}

/** What was said of a wait decides nothing, and is told at the end of the timeline. */
function becauseText({ decided, blocker, pause, cap }: Because, now: Instant): string {
  const blocked = blocker && `${blocker.kind} ${blocker.fire.scheduled - now}`;
  return `${decided - now} ${blocked} ${pause?.until} ${pause?.reason} ${cap?.max};`;
}
