import type { JobSpec } from '../../schema/index.ts';
import type { ScheduleMeaning } from '../../schema/manifest.ts';
import { fires, nextFire, previousFire, type Schedule } from '../time/index.ts';
import type { Bench } from './bench.ts';
import { type Calendars, compiledSchedule } from './compiled-schedule.ts';
import { formatInstant, parseInstant } from './instant-text.ts';
import type { Remarks } from './remarks.ts';

/** A schedule's meaning, with what it is enumerated by. */
interface CheckedSchedule {
  readonly meaning: ScheduleMeaning;
  readonly calendars: Calendars;
  readonly compiled: Schedule;
}

/** Checks what only the fires of a schedule can tell: that there are any, and that each skip takes one away. */
export function checkFires(remarks: Remarks, spec: JobSpec, schedule: CheckedSchedule, bench: Bench): void {
  const isMeantToFire = schedule.meaning.timing.kind !== 'manual';
  if (isMeantToFire && bench.neverFires(schedule.compiled))
    remarkNeverFires(remarks, spec, schedule.meaning, bench);
  else checkSkips(remarks, spec, schedule, bench);
}

function remarkNeverFires(remarks: Remarks, spec: JobSpec, { timing }: ScheduleMeaning, bench: Bench): void {
  const { schedule } = spec;
  const pointer = `/spec/schedule/${timing.kind}`;
  const what = typeof schedule.cron === 'string' ? `\`${schedule.cron}\`` : 'the schedule';
  if (bench.neverFires(compiledSchedule({ timing }, {}, bench))) {
    const why =
      timing.kind === 'cron'
        ? ['no date of any year matches', 'write `manual: true` for a job that only runs by order']
        : [
            'none of its times comes to a fire',
            "they lie before 1970, past the end of the zone's table, or in a gap that `gap: skip` leaves out",
          ];
    remarks.add('never-fires', { pointer, message: `${what} never fires: ${why[0]}`, help: why[1]! });
    return;
  }
  const keys = ['start', 'end', 'exclude', 'include', 'skips'] as const;
  const limits = [...keys.filter((key) => schedule[key]), ...(spec.paused ? ['paused'] : [])];
  const named = limits.map((limit) => `\`${limit}\``).join(' and ');
  remarks.add('never-fires', {
    pointer,
    message: `${what} never fires: ${named} leave${limits.length > 1 ? '' : 's'} no fire`,
    help: 'write `manual: true` for a job that only runs by order',
  });
}

/** Remarks on skips that take nothing away: on the day, the fire that was meant would come. */
function checkSkips(
  remarks: Remarks,
  spec: JobSpec,
  { meaning, calendars }: CheckedSchedule,
  bench: Bench,
): void {
  if (!meaning.skips) return;
  const { skips: _, pause: __, ...open } = meaning;
  const compiled = compiledSchedule(open, calendars, bench);
  for (const [index, entry] of (spec.schedule.skips ?? []).entries()) {
    const at = parseInstant(entry.at);
    if (at === undefined || fires(compiled, at, at + 1).count > 0) continue;
    const beside = [previousFire(compiled, at), nextFire(compiled, at)].filter((fire) => fire !== undefined);
    remarks.add('skips-without-fire', {
      pointer: `/spec/schedule/skips/${index}/at`,
      message: `the job does not fire at \`${formatInstant(at)}\`, so that there is nothing to skip`,
      help:
        beside.length > 0
          ? `the nearest fires are ${beside.map((fire) => `\`${formatInstant(fire)}\``).join(' and ')}`
          : 'take it away',
    });
  }
}
