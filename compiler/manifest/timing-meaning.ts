import type { ScheduleSpec } from '../../schema/index.ts';
import type {
  AtTiming,
  CronTiming,
  EveryTiming,
  PolicyMeaning,
  ScheduleMeaning,
} from '../../schema/manifest.ts';
import type { Instant, WallTime } from '../../schema/time.ts';
import { canonicalCron } from '../time/index.ts';
import type { Bench } from './bench.ts';
import { parseInstant, parseWall } from './instant-text.ts';
import { readDuration, readInstant, remarkUnreal } from './read-scalar.ts';
import type { Remarks } from './remarks.ts';

const at = '/spec/schedule';

/** What a schedule's timing is compiled with: its zone is resolved, and its policy may be unknown. */
export interface TimingFrame {
  readonly bench: Bench;
  /** Primary name; undefined where none is written or it is unknown. */
  readonly zone: string | undefined;
  readonly dst: PolicyMeaning['dst'];
}

/** Compiles the part of a schedule that gives nominal times. Returns undefined where it has an error. */
export function timingMeaning(
  remarks: Remarks,
  spec: ScheduleSpec,
  frame: TimingFrame,
): ScheduleMeaning['timing'] | undefined {
  if (spec.cron !== undefined) return cronTiming(remarks, spec, frame);
  if (spec.every !== undefined) return everyTiming(remarks, spec);
  if (spec.at !== undefined) return atTiming(remarks, spec, frame);
  refuseIdleKeys(remarks, spec, 'manual', [
    'zone',
    'start',
    'end',
    'exclude',
    'include',
    'onExcluded',
    'skips',
    'spread',
  ]);
  return { kind: 'manual' };
}

function cronTiming(
  remarks: Remarks,
  spec: ScheduleSpec,
  { bench, zone, dst }: TimingFrame,
): CronTiming | undefined {
  const isList = Array.isArray(spec.cron);
  const texts = (isList ? spec.cron : [spec.cron]) as readonly string[];
  const expressions = new Set<string>();
  let isComplete = true;
  let restrictsBothDays = false;

  for (const [index, text] of texts.entries()) {
    const pointer = isList ? `${at}/cron/${index}` : `${at}/cron`;
    const parsed = bench.cron(text);
    if (parsed.kind === 'invalid') {
      isComplete = false;
      for (const { message, help, start, end } of parsed.faults) {
        remarks.add('cron-invalid', {
          pointer,
          message,
          ...(help && { help }),
          stretch: { text, start, end },
        });
      }
      continue;
    }
    if (parsed.cron.restrictsBothDays) {
      restrictsBothDays = true;
      if (spec.dayMatch === undefined) {
        isComplete = false;
        remarks.add('day-match-missing', {
          pointer,
          message: `\`${text}\` restricts the day of month and the day of week, and does not say how they go together`,
          help: 'write `dayMatch: either` for days that match one of them, as classic cron does, or `dayMatch: both`',
        });
      }
    }
    expressions.add(canonicalCron(parsed.cron));
  }
  if (isComplete && spec.dayMatch !== undefined && !restrictsBothDays) {
    remarks.add('day-match-unneeded', {
      pointer: `${at}/dayMatch#key`,
      message: '`dayMatch` has no effect, since no expression restricts both day fields',
      help: 'take it away, or restrict the other day field too',
    });
  }
  if (zone === undefined || !isComplete) return undefined;
  return {
    kind: 'cron',
    expressions: [...expressions].sort(),
    ...(spec.dayMatch !== undefined && restrictsBothDays && { dayMatch: spec.dayMatch }),
    zone,
    ...dst,
  };
}

function everyTiming(remarks: Remarks, spec: ScheduleSpec): EveryTiming | undefined {
  refuseIdleKeys(remarks, spec, 'every', ['zone', 'exclude', 'include', 'onExcluded']);
  const every = readDuration(remarks, `${at}/every`, spec.every ?? '');
  const anchor = readInstant(remarks, `${at}/anchor`, spec.anchor ?? '');
  return every === undefined || anchor === undefined ? undefined : { kind: 'every', every, anchor };
}

function atTiming(remarks: Remarks, spec: ScheduleSpec, { zone, dst }: TimingFrame): AtTiming | undefined {
  const instants = new Set<Instant>();
  const walls = new Set<WallTime>();
  for (const [index, text] of (spec.at ?? []).entries()) {
    const pointer = `${at}/at/${index}`;
    const instant = parseInstant(text);
    const wall = instant === undefined ? parseWall(text) : undefined;
    if (instant !== undefined) instants.add(instant);
    else if (wall === undefined) remarkUnreal(remarks, pointer, text, 'time');
    else if (spec.zone === undefined) {
      remarks.add('schedule-invalid', {
        pointer,
        message: `\`${text}\` is a wall time, and the schedule has no \`zone\` to read it in`,
        help: `add a \`zone\`, or write an instant: \`${text.replace(' ', 'T')}${text.length < 19 ? ':00' : ''}Z\``,
      });
    } else walls.add(wall);
  }
  const hasCalendars = spec.exclude !== undefined || spec.include !== undefined;
  if (hasCalendars && spec.zone === undefined) {
    remarks.add('schedule-invalid', {
      pointer: `${at}/${spec.exclude ? 'exclude' : 'include'}#key`,
      message: 'a calendar is about dates, and without a `zone` the instants of `at` have none',
      help: 'add a `zone`',
    });
  }
  const needsZone = walls.size > 0 || hasCalendars;
  if (needsZone && zone === undefined) return undefined;
  return {
    kind: 'at',
    instants: [...instants].sort((a, b) => a - b),
    walls: [...walls].sort((a, b) => a - b),
    // A zone that decides nothing is no part of the meaning.
    ...(needsZone && zone !== undefined && { zone, ...dst }),
  };
}

/** Refuses keys that a kind of schedule can't heed: whoever wrote them expects something that won't come. */
function refuseIdleKeys(
  remarks: Remarks,
  spec: ScheduleSpec,
  kind: 'every' | 'manual',
  keys: readonly (keyof ScheduleSpec & string)[],
): void {
  for (const key of keys) {
    if (spec[key] === undefined) continue;
    remarks.add('schedule-invalid', {
      pointer: `${at}/${key}#key`,
      message:
        kind === 'every'
          ? `\`${key}\` has no effect on \`every\`, which counts elapsed time and knows no dates`
          : `\`${key}\` has no effect on \`manual\`, which never fires by itself`,
      help: kind === 'every' ? 'take it away, or say it with `cron`' : 'take it away',
    });
  }
}
