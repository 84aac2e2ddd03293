import type { Answer, Fact } from '../../schema/explanation.ts';
import type { CronTiming, OverlapAnswer } from '../../schema/manifest.ts';
import type { Instant } from '../../schema/time.ts';
import { formatDuration, formatInstant } from '../manifest/index.ts';
import {
  clockText,
  describeCron,
  type Explanation,
  type Omission,
  offsetAt,
  parseCron,
} from '../time/index.ts';
import { count } from '../words/index.ts';
import { gapAround, omissionWords } from './omission-words.ts';
import type { Places } from './places.ts';
import type { FoundJob, Subject } from './subject.ts';
import { distanceText, isoWall, roughly } from './wall-text.ts';

type Fire = Extract<Explanation, { kind: 'fire' }>;

/** What is asked about, and what is known of it. */
export interface Asked {
  readonly job: FoundJob;
  readonly subject: Subject;
  readonly places: Places;
  readonly instant: Instant;
  readonly now: Instant;
}

/** Explains a fire: why it is there, when it is due, until when it may start, by which words of which policy. */
export function explainFire(
  asked: Asked,
  fire: Fire,
): Pick<Answer, 'nominal' | 'due' | 'late' | 'deadline' | 'window' | 'facts'> {
  const { job, subject, places, instant, now } = asked;
  const { lateAfter, horizon } = job.meaning.policy;
  const due = instant + subject.spread;
  const deadline = horizon === 'unlimited' ? undefined : due + horizon;
  const length = formatDuration(fire.window.to - fire.window.from);
  const facts: Fact[] = [
    ...scheduleFacts(asked),
    ...dstFacts(asked, fire),
    ...(fire.extra === undefined
      ? []
      : [fact('extra', `an extra fire: ${fire.extra}`, places.inJob('/spec/schedule/extras'))]),
    ...fire.omissions.map((omission) => otherFact(omission, subject)),
    fact(
      'due',
      `${formatInstant(due)}, ${distanceText(due - now)}${spreadWords(asked)}`,
      subject.spread > 0 ? places.inJob('/spec/schedule/spread') : undefined,
    ),
    ...(fire.held === undefined
      ? []
      : [fact('held', `waits for the end of a pause: ${fire.held}`, places.inJob('/spec/paused'))]),
    fact('window', `${formatInstant(fire.window.from)} to ${formatInstant(fire.window.to)}, ${length}`),
    fact('policy', places.policy ?? 'written in the job', places.inPolicy('')),
    fact(
      'late',
      `after ${formatInstant(due + lateAfter)}: lateAfter ${formatDuration(lateAfter)}`,
      places.inPolicy('/spec/lateAfter'),
    ),
    fact(
      'deadline',
      deadline === undefined
        ? 'none: horizon unlimited'
        : `${formatInstant(deadline)}: due + horizon ${formatDuration(deadline - due)}`,
      places.inPolicy('/spec/horizon'),
    ),
    fact('overlap', overlapWords(job.meaning.policy.overlap), places.inPolicy('/spec/overlap')),
    fact('catch-up', job.meaning.policy.catchUp, places.inPolicy('/spec/catchUp')),
  ];
  return {
    ...(fire.nominal !== fire.wall && { nominal: isoWall(fire.nominal) }),
    due: formatInstant(due),
    late: formatInstant(due + lateAfter),
    ...(deadline !== undefined && { deadline: formatInstant(deadline) }),
    window: { from: formatInstant(fire.window.from), to: formatInstant(fire.window.to) },
    facts,
  };
}

/** Says what the schedule is. */
export function scheduleFacts({ job, places }: Pick<Asked, 'job' | 'places'>): Fact[] {
  const { timing } = job.meaning.schedule;
  switch (timing.kind) {
    case 'cron':
      return timing.expressions.map((expression) =>
        fact(
          'schedule',
          `cron \`${expression}\`${cronWords(expression, timing)}`,
          places.inJob('/spec/schedule/cron'),
        ),
      );
    case 'every':
      return [
        fact(
          'schedule',
          `every ${formatDuration(timing.every)} from ${formatInstant(timing.anchor)} on`,
          places.inJob('/spec/schedule/every'),
        ),
      ];
    case 'at':
      return [
        fact(
          'schedule',
          `${count(timing.instants.length + timing.walls.length, 'time')}, listed`,
          places.inJob('/spec/schedule/at'),
        ),
      ];
    case 'manual':
      return [fact('schedule', 'manual', places.inJob('/spec/schedule/manual'))];
  }
}

function cronWords(expression: string, timing: CronTiming): string {
  const parsed = parseCron(expression);
  const words = parsed.kind === 'cron' ? describeCron(parsed.cron, timing.dayMatch) : expression;
  return words === expression ? '' : `, ${words}`;
}

function dstFacts({ job, subject, places }: Asked, fire: Fire): Fact[] {
  const { dst, nominal, wall } = fire;
  if (!dst) return [];
  const answers = job.meaning.schedule.timing;
  if (dst.kind === 'gap') {
    const gap = gapAround({ at: dst.transition, nominal }, subject.table);
    const clocks = gap ? `: the clocks go from ${clockText(gap.from)} to ${clockText(gap.until)}` : '';
    const answer = 'gap' in answers ? answers.gap : undefined;
    return [
      fact('gap', `${clockText(nominal)} does not exist this day${clocks}`),
      fact('', `\`gap: ${answer}\` makes it ${clockText(wall)}`, places.inPolicy('/spec/dst/gap')),
    ];
  }
  const other = `the other one is ${formatInstant(dst.other)}`;
  return [
    fact(
      'fold',
      `the ${dst.pass} of two ${clockText(wall)} this day; ${other}`,
      places.inPolicy('/spec/dst/fold'),
    ),
  ];
}

function otherFact(omission: Omission, subject: Subject): Fact {
  return fact(
    'also',
    `${clockText(omission.nominal)} gives no fire of its own, ${omission.cause}: ${omissionWords(omission, subject)}`,
  );
}

function spreadWords({ job }: Asked): string {
  const { spread } = job.meaning.schedule;
  return spread
    ? `, ${formatDuration(spread.offset)} after scheduled by its spread over ${roughly(spread.within)}`
    : '';
}

function overlapWords(overlap: OverlapAnswer): string {
  if (typeof overlap === 'string') return overlap;
  return overlap.queue.max === 1 ? 'queue-one' : `queue, at most ${overlap.queue.max}`;
}

/** Makes a fact, with its place where there is one. */
export function fact(label: string, text: string, place?: string): Fact {
  return { label, text, ...(place !== undefined && { place }) };
}

/** Returns the offset of a subject's zone at an instant; UTC's where it has none. */
export function offsetOf({ table }: Subject, instant: Instant): number {
  return table ? offsetAt(table, Math.min(Math.max(instant, 0), table.until - 1)) : 0;
}
