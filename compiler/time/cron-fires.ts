import type { Instant, ZoneTable } from '../../schema/time.ts';
import { DAY, dayOf } from './civil-date.ts';
import { mergeFires, noFires, refuseTooMany, takeFires } from './fire-list.ts';
import { type NominalTimes, nominalAt, numberAt } from './nominal-times.ts';
import type { CronSource, CronStream, Fires } from './schedule.ts';
import { nominalDates } from './stream-dates.ts';
import { type WallSpan, wallSpans } from './wall-spans.ts';

/** Enumerates the fires of expressions in `[from, until)`, which lies within the table. */
export function cronFires(source: CronSource, table: ZoneTable, from: Instant, until: Instant): Fires {
  let all = noFires();
  for (const stream of source.streams) all = mergeFires(all, streamFires(stream, source, table, from, until));
  return all;
}

/**
 * Enumerates one stream. Within a span of constant offset all its wall times become instants by one subtraction,
 * so that the work of a fire is two additions and two stores; only a gap's lost times are merged one by one.
 */
function streamFires(
  stream: CronStream,
  { answers, calendar }: CronSource,
  table: ZoneTable,
  from: Instant,
  until: Instant,
): Fires {
  const spans = wallSpans(table, from, until, stream.isElapsed ? undefined : answers);
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const span of spans) {
    lowest = Math.min(lowest, span.lost?.from ?? span.from);
    highest = Math.max(highest, span.until);
  }
  const dates = nominalDates(stream.dates, calendar, dayOf(lowest), dayOf(highest - 1) + 1);
  const nominals = { dates, times: stream.times };

  let bound = 0;
  for (const span of spans) {
    bound += Math.max(0, numberAt(nominals, span.until) - numberAt(nominals, span.from));
    const { lost } = span;
    if (lost !== undefined) bound += numberAt(nominals, lost.until) - numberAt(nominals, lost.from);
  }
  refuseTooMany(bound);
  const output = { scheduled: new Float64Array(bound), nominal: new Float64Array(bound), count: 0 };
  for (const span of spans) emitSpan(output, nominals, span, answers.gap === 'next');
  return takeFires(output.scheduled, output.nominal, output.count);
}

interface Output {
  readonly scheduled: Float64Array;
  readonly nominal: Float64Array;
  count: number;
}

/** Emits a span's fires: the lost times first, merged with the regular ones that they meet, then the rest at once. */
function emitSpan(output: Output, nominals: NominalTimes, span: WallSpan, toNext: boolean): void {
  let number = numberAt(nominals, span.from);
  const end = numberAt(nominals, span.until);
  const { lost, offset } = span;
  if (lost !== undefined) {
    const lostEnd = numberAt(nominals, lost.until);
    for (let lostNumber = numberAt(nominals, lost.from); lostNumber < lostEnd; lostNumber++) {
      const wall = nominalAt(nominals, lostNumber);
      const at = toNext ? lost.transition : wall - lost.offsetBefore;
      while (number < end && nominalAt(nominals, number) - offset < at) {
        emit(output, nominalAt(nominals, number++), offset);
      }
      // INVARIANT: of two nominal times on one instant the earlier is the fire; a lost one is always the earlier.
      if (number < end && nominalAt(nominals, number) - offset === at) number++;
      emit(output, wall, wall - at);
      if (toNext) break;
    }
  }
  emitRun(output, nominals, number, end, offset);
}

function emit(output: Output, wall: number, offset: number): void {
  output.scheduled[output.count] = wall - offset;
  output.nominal[output.count] = wall;
  output.count++;
}

/** Emits the nominal times of the numbers `[from, until)`: the loop that enumeration's speed comes from. */
function emitRun(output: Output, nominals: NominalTimes, from: number, until: number, offset: number): void {
  const { dates, times } = nominals;
  const { scheduled, nominal } = output;
  let { count } = output;
  let index = Math.floor(from / times.length);
  let time = from - index * times.length;
  for (let left = until - from; left > 0; index++) {
    const midnight = dates[index]! * DAY;
    const stop = Math.min(times.length, time + left);
    left -= stop - time;
    for (; time < stop; time++) {
      const wall = midnight + times[time]!;
      nominal[count] = wall;
      scheduled[count] = wall - offset;
      count++;
    }
    time = 0;
  }
  output.count = count;
}
