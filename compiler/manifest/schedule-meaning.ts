import { spanAt } from '../../schema/declared.ts';
import type { JobSpec, ScheduleSpec } from '../../schema/index.ts';
import type { Pause, PolicyMeaning, ScheduleMeaning } from '../../schema/manifest.ts';
import type { Instant, ZoneTable } from '../../schema/time.ts';
import { spreadOffset } from '../time/index.ts';
import type { TenantDeclarations } from './arrange-declarations.ts';
import type { Bench } from './bench.ts';
import { parseInstant, parseWall } from './instant-text.ts';
import { checkSpan, readDuration, readInstant, remarkUnreal } from './read-scalar.ts';
import type { Remarks } from './remarks.ts';
import { resolveWall } from './resolve-wall.ts';
import { timingMeaning } from './timing-meaning.ts';

const at = '/spec/schedule';

export interface ScheduleFrame {
  readonly bench: Bench;
  /** The tenant's calendars, sound or not. */
  readonly calendars: ReadonlyMap<string, unknown>;
  readonly isRefused: TenantDeclarations['isRefused'];
}

/**
 * Compiles a job's schedule and pause. The policy's answers for gap and fold go into it, because they
 * decide which fires exist. Returns undefined where it has an error.
 */
export function scheduleMeaning(
  remarks: Remarks,
  spec: JobSpec,
  dst: PolicyMeaning['dst'],
  frame: ScheduleFrame,
): ScheduleMeaning | undefined {
  const { bench } = frame;
  const { schedule } = spec;
  const zone = schedule.zone === undefined ? undefined : resolveZoneName(remarks, schedule.zone, bench);
  const timing = timingMeaning(remarks, schedule, { bench, zone, dst });

  const bound = (key: 'start' | 'end') => {
    const text = schedule[key];
    return text === undefined
      ? undefined
      : boundOf(remarks, schedule, key, text, zone === undefined ? undefined : bench.table(zone));
  };
  const [start, end] = [bound('start'), bound('end')];
  if (start !== undefined && end !== undefined && end <= start) {
    remarks.add('schedule-invalid', {
      pointer: `${at}/end`,
      message: '`end` is not after `start`, so that nothing fires between them',
      help: '`start` is the first instant inside, `end` the first one past the end',
    });
  }

  checkCalendars(remarks, schedule, frame);
  const skips = exactFires(remarks, schedule, 'skips');
  const extras = exactFires(remarks, schedule, 'extras');
  const pause = spec.paused && pauseOf(remarks, spec.paused);
  const within =
    schedule.spread === undefined ? undefined : readDuration(remarks, `${at}/spread`, schedule.spread);
  if (timing === undefined || remarks.hasError()) return undefined;

  const { tenant, name } = remarks.document;
  const hasCalendars = schedule.exclude !== undefined || schedule.include !== undefined;
  return {
    timing,
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
    ...(schedule.exclude && { exclude: [...new Set(schedule.exclude)].sort() }),
    ...(schedule.include && { include: [...new Set(schedule.include)].sort() }),
    // Left out it is `skip`: one meaning, one spelling.
    ...(hasCalendars && { onExcluded: schedule.onExcluded ?? 'skip' }),
    ...(skips.length > 0 && { skips }),
    ...(extras.length > 0 && { extras }),
    ...(pause && { pause }),
    ...(within !== undefined && { spread: { within, offset: spreadOffset(`${tenant}/${name}`, within) } }),
  };
}

function resolveZoneName(remarks: Remarks, name: string, bench: Bench): string | undefined {
  const found = bench.zone(name);
  if (found.kind === 'zone') return found.zone;
  const { reason, suggestions } = found;
  const named = suggestions
    .slice(0, 3)
    .map((zone) => `\`${zone}\``)
    .join(' or ');
  const messages: Record<typeof reason, [message: string, help: string]> = {
    unknown: [
      `\`${name}\` is not a time zone`,
      named ? `did you mean ${named}?` : 'write a name of the IANA list, such as `Europe/London`',
    ],
    abbreviation: [
      `\`${name}\` is an abbreviation, which holds for half of the year and means other offsets elsewhere`,
      `write the place, which knows both halves: ${named || '`Europe/London`'}`,
    ],
    offset: [
      `\`${name}\` is an offset, and an offset is no zone: it knows nothing of summer time`,
      `write the place, such as \`Europe/London\`${named ? `; an offset that never changes is ${named}` : ''}`,
    ],
    case: [`\`${name}\` is spelt ${named || 'otherwise'}`, `write ${named || 'it as the IANA list does'}`],
    platform: [
      `\`${name}\` is newer than the time-zone data of this platform`,
      `update Node.js${named ? `, or write ${named} until then` : ''}`,
    ],
  };
  const [message, help] = messages[reason];
  remarks.add('zone-unknown', { pointer: `${at}/zone`, message, help });
  return undefined;
}

function boundOf(
  remarks: Remarks,
  schedule: ScheduleSpec,
  key: 'start' | 'end',
  text: string,
  table: ZoneTable | undefined,
): Instant | undefined {
  const pointer = `${at}/${key}`;
  const instant = parseInstant(text);
  if (instant !== undefined) return instant;
  const wall = parseWall(text);
  if (wall === undefined) remarkUnreal(remarks, pointer, text, 'time');
  else if (table) return resolveWall(table, wall);
  else if (schedule.zone === undefined) {
    remarks.add('schedule-invalid', {
      pointer,
      message: `\`${text}\` is a wall time, and the schedule has no \`zone\` to read it in`,
      help: 'write an instant, with `Z` or an offset',
    });
  }
  return undefined;
}

function checkCalendars(
  remarks: Remarks,
  schedule: ScheduleSpec,
  { bench, calendars, isRefused }: ScheduleFrame,
): void {
  for (const key of ['exclude', 'include'] as const) {
    for (const [index, name] of (schedule[key] ?? []).entries()) {
      if (calendars.has(name) || isRefused('Calendar', name)) continue;
      remarks.add('calendar-unknown', {
        pointer: `${at}/${key}/${index}`,
        message: `tenant \`${remarks.document.tenant}\` has no calendar \`${name}\``,
        help: bench.didYouMean(
          name,
          [...calendars.keys()],
          `declare a Calendar \`${name}\`, or read the folder in which it stands too`,
        ),
      });
    }
  }
  if (
    schedule.onExcluded !== undefined &&
    !schedule.exclude &&
    !schedule.include &&
    schedule.cron !== undefined
  ) {
    remarks.add('schedule-invalid', {
      pointer: `${at}/onExcluded#key`,
      message: '`onExcluded` has no effect without `exclude` or `include`',
      help: 'name the calendars, or take it away',
    });
  }
}

function exactFires(
  remarks: Remarks,
  schedule: ScheduleSpec,
  key: 'skips' | 'extras',
): { at: Instant; reason: string }[] {
  const found = new Map<Instant, { at: Instant; reason: string; pointer: string }>();
  for (const [index, entry] of (schedule[key] ?? []).entries()) {
    const pointer = `${at}/${key}/${index}/at`;
    const instant = readInstant(remarks, pointer, entry.at);
    if (instant === undefined) continue;
    const twin = found.get(instant);
    if (!twin) found.set(instant, { at: instant, reason: entry.reason, pointer });
    else if (twin.reason !== entry.reason) {
      remarks.add('schedule-invalid', {
        pointer,
        message: `\`${key}\` has \`${entry.at}\` twice, with different reasons`,
        help: 'keep one of them',
        related: [{ message: 'the first one', span: spanAt(remarks.document, twin.pointer) }],
      });
    }
  }
  return [...found.values()].map(({ at, reason }) => ({ at, reason })).sort((a, b) => a.at - b.at);
}

function pauseOf(remarks: Remarks, paused: NonNullable<JobSpec['paused']>): Pause | undefined {
  const from = readInstant(remarks, '/spec/paused/from', paused.from);
  const until = readInstant(remarks, '/spec/paused/until', paused.until);
  checkSpan(remarks, '/spec/paused', { from, until });
  if (from === undefined || until === undefined) return undefined;
  return { from, until, reason: paused.reason, fires: paused.fires };
}
