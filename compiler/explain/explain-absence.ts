import type { Answer, Fact } from '../../schema/explanation.ts';
import type { ScheduleMeaning } from '../../schema/manifest.ts';
import { formatDuration, formatInstant } from '../manifest/index.ts';
import {
  clockText,
  dayAndClockText,
  type Explanation,
  type NoFireReason,
  type Omission,
  platformTzdata,
} from '../time/index.ts';
import { type Asked, fact, offsetOf, scheduleFacts } from './explain-fire.ts';
import { omissionWords } from './omission-words.ts';
import type { Places } from './places.ts';
import { isoWall } from './wall-text.ts';

type Omitted = Extract<Explanation, { kind: 'omission' }>;
type None = Extract<Explanation, { kind: 'none' }>;

/** Explains a nominal time that gives no fire. */
export function explainOmission(
  asked: Asked,
  { omission, others }: Omitted,
): Pick<Answer, 'nominal' | 'cause' | 'facts'> {
  const { subject } = asked;
  const rest = others.map((other) =>
    fact(
      'also',
      `${clockText(other.nominal)} gives no fire either, ${other.cause}: ${omissionWords(other, subject)}`,
    ),
  );
  return {
    nominal: isoWall(omission.nominal),
    cause: omission.cause,
    facts: [
      fact('nominal', dayAndClockText(omission.nominal)),
      fact('why', whyWords(asked, omission), placeOfOmission(asked.places, omission)),
      ...scheduleFacts(asked),
      ...rest,
    ],
  };
}

function whyWords({ job, subject }: Asked, omission: Omission): string {
  const { pause } = job.meaning.schedule;
  const words = omissionWords(omission, subject);
  if (omission.cause === 'skipped') return `this very fire is skipped: ${words}`;
  if (omission.cause !== 'paused' || !pause) return words;
  return `paused from ${formatInstant(pause.from)} until ${formatInstant(pause.until)}: ${words}`;
}

/** Returns where the words stand that keep a nominal time from being a fire, as `file:line`. */
export function placeOfOmission(places: Places, { cause, calendar }: Omission): string | undefined {
  switch (cause) {
    case 'calendar':
      return calendar === undefined ? places.inJob('/spec/schedule/include') : places.ofCalendar(calendar);
    case 'skipped':
      return places.inJob('/spec/schedule/skips');
    case 'paused':
      return places.inJob('/spec/paused');
    case 'dst.gap':
      return places.inPolicy('/spec/dst/gap');
    case 'dst.fold':
      return places.inPolicy('/spec/dst/fold');
    case 'dst.merged':
      return undefined;
  }
}

/** Explains an instant at which nothing was ever to fire. */
export function explainNone(asked: Asked, { reason }: None): Pick<Answer, 'facts'> {
  return { facts: [...reasonFacts(asked, reason), ...scheduleFacts(asked)] };
}

function reasonFacts({ job, places, instant, subject }: Asked, reason: NoFireReason): Fact[] {
  const { schedule } = job.meaning;
  if (reason.kind !== 'fields') {
    const pointer = pointers[reason.kind];
    return [fact('why', reasonWords(reason.kind, schedule, instant), pointer && places.inJob(pointer))];
  }
  const wall = instant + offsetOf(subject, instant);
  return reason.expressions.map(({ expression, fields }) =>
    fact(
      'why',
      fields.length > 0
        ? `${dayAndClockText(wall)} does not match the ${listed(fields)} of \`${expression}\``
        : `\`${expression}\` gives this wall time at another instant`,
      places.inJob('/spec/schedule/cron'),
    ),
  );
}

const pointers: Readonly<Partial<Record<NoFireReason['kind'], string>>> = {
  'before-start': '/spec/schedule/start',
  'past-end': '/spec/schedule/end',
  manual: '/spec/schedule/manual',
  'not-listed': '/spec/schedule/at',
  'not-a-multiple': '/spec/schedule/every',
};

function reasonWords(
  kind: Exclude<NoFireReason['kind'], 'fields'>,
  schedule: ScheduleMeaning,
  instant: number,
): string {
  const { timing, start, end } = schedule;
  switch (kind) {
    case 'before-1970':
      return 'nothing is told before 1970';
    case 'beyond-table':
      return `the time-zone data (${platformTzdata()}) end before it`;
    case 'before-start':
      return `the schedule starts at ${formatInstant(start ?? 0)}`;
    case 'past-end':
      return `the schedule ends at ${formatInstant(end ?? 0)}`;
    case 'manual':
      return 'it never fires by itself';
    case 'not-listed':
      return 'it is not among the times listed';
    case 'not-a-multiple': {
      if (timing.kind !== 'every') return 'it is not a multiple of the interval';
      if (instant < timing.anchor) return `it is before the anchor, ${formatInstant(timing.anchor)}`;
      const past = (instant - timing.anchor) % timing.every;
      return `it is ${formatDuration(past)} past one of them`;
    }
  }
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
