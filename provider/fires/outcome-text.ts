import {
  clockText,
  dateText,
  dayAndClockText,
  explainInstant,
  formatDuration,
  formatInstant,
  type Omission,
  offsetText,
  omissionWords,
  type Schedule,
  wallOf,
} from '../../compiler/index.ts';
import type { JobMeaning, PolicyMeaning } from '../../schema/manifest.ts';
import type { Instant } from '../../schema/time.ts';

type FireExplanation = Extract<ReturnType<typeof explainInstant>, { kind: 'fire' }>;

/** What becomes of the fire at an instant; empty where there is none. */
export function describeFire(job: JobMeaning, schedule: Schedule, at: Instant): string {
  const explanation = explainInstant(schedule, at);
  return explanation.kind === 'fire' ? fireText(at, explanation, job, schedule, answersText(job.policy)) : '';
}

/** `Sun 02:30 +01:00, for 01:30, which does not exist; late after 10m, expires after 6h, ...`. */
function fireText(
  at: Instant,
  { wall, nominal, dst, extra, held }: FireExplanation,
  job: JobMeaning,
  schedule: Schedule,
  answers: string,
): string {
  const spread = job.schedule.spread?.offset ?? 0;
  const remarks = [
    dst?.kind === 'gap' ? `for ${clockText(nominal)}, which does not exist` : '',
    dst?.kind === 'fold' ? `${dst.pass} of two passes` : '',
    extra === undefined ? '' : `extra: ${extra}`,
    held === undefined || !job.schedule.pause
      ? ''
      : `held until ${formatInstant(job.schedule.pause.until)}: ${held}`,
    spread > 0 ? `due ${formatDuration(spread)} later` : '',
  ].filter((remark) => remark !== '');
  return `${[wallText(schedule, at, wall), ...remarks].join(', ')}; ${answers}`;
}

/** `no fire for Sun 2027-03-28 01:30: ...`. */
export function omissionText(omission: Omission, schedule: Schedule): string {
  const { table } = schedule;
  return `no fire for ${dayAndClockText(omission.nominal)}: ${omissionWords(omission, { schedule, table, spread: 0 })}`;
}

/** The answers of a policy that decide what becomes of a fire; gap and fold show themselves. */
function answersText({ lateAfter, horizon, overlap, catchUp }: PolicyMeaning): string {
  const expires = horizon === 'unlimited' ? 'never expires' : `expires after ${formatDuration(horizon)}`;
  const over = typeof overlap === 'string' ? overlap : `queue of ${overlap.queue.max}`;
  return `late after ${formatDuration(lateAfter)}, ${expires}, overlap ${over}, catch-up ${catchUp}`;
}

/** `Tue 01:30 +00:00`; with the date where it is another one than that of the instant in UTC, which stands beside it. */
function wallText({ table, meaning: { timing } }: Schedule, at: Instant, wall: number): string {
  const offset = wallOf(table, at) - at;
  const hasZone = 'zone' in timing && timing.zone !== undefined;
  const text = dayAndClockText(wall);
  const isSameDate = dateText(wall) === dateText(at);
  const shown = isSameDate ? text.replace(` ${dateText(wall)}`, '') : text;
  return `${shown} ${hasZone ? offsetText(offset) : 'UTC'}`;
}
