import type { DayOfMonthField, DayOfWeekField } from './cron.ts';
import {
  ascending,
  DAY_OF_MONTH,
  DAY_OF_WEEK,
  type FieldSink,
  isSunday7,
  itemsOf,
  type Piece,
  readItem,
  readValue,
} from './cron-field.ts';

/** Reads the day of month: plain values, `L`, `L-n`, `nW` and `LW`. */
export function readDayOfMonth(field: Piece, sink: FieldSink): DayOfMonthField {
  const beforeLast = new Set<number>();
  const nearestWeekday = new Set<number>();
  let lastWeekday = false;
  for (const item of itemsOf(field, sink)) {
    const text = item.text.toUpperCase();
    if (text === 'L') {
      beforeLast.add(0);
    } else if (text === 'LW') {
      lastWeekday = true;
    } else if (/^L-\d{1,9}$/.test(text)) {
      const back = Number(text.slice(2));
      if (back >= 1 && back <= 30) beforeLast.add(back);
      else
        sink.fault(
          item,
          `\`${item.text}\` is no day of month`,
          '`L-1` is the last day but one, and so on to `L-30`',
        );
    } else if (/^\d{1,9}W$/.test(text)) {
      const day = readValue({ text: item.text.slice(0, -1), start: item.start }, DAY_OF_MONTH, sink);
      if (day !== undefined) nearestWeekday.add(day);
    } else if (text.includes('W')) {
      sink.fault(
        item,
        `\`${item.text}\` is no day of month`,
        '`15W` is the weekday nearest to the 15th, `LW` the last weekday',
      );
    } else if (/^\d{1,2}-L$/.test(text)) {
      sink.fault(
        item,
        `\`${item.text}\` is no range`,
        `write \`${text === '31-L' ? '31' : `${text.slice(0, -1)}31`}\`: a month that is shorter ends it`,
      );
    } else {
      readItem(item, DAY_OF_MONTH, sink);
    }
  }
  return {
    any: field.text === '*',
    days: ascending(sink.values),
    beforeLast: ascending(beforeLast),
    nearestWeekday: ascending(nearestWeekday),
    lastWeekday,
  };
}

/** Reads the day of week: plain values, `dL`, `d#n` and `d#-n`. */
export function readDayOfWeek(field: Piece, sink: FieldSink): DayOfWeekField {
  const nth = new Map<number, { weekday: number; nth: number }>();
  for (const item of itemsOf(field, sink)) {
    const last = /^(\d|[a-z]{3})L$/i.exec(item.text);
    const hash = item.text.indexOf('#');
    if (last !== null) {
      addNth(last[1]!, -1, item);
    } else if (hash !== -1) {
      const which = item.text.slice(hash + 1);
      if (/^-?[1-5]$/.test(which)) addNth(item.text.slice(0, hash), Number(which), item);
      else
        sink.fault(
          item,
          `\`${item.text}\` is no day of week`,
          '`5#2` is the second Friday, `5#-1` the last; the number is 1 to 5',
        );
    } else if (/^L$/i.test(item.text)) {
      sink.fault(
        item,
        '`L` alone is no day of week',
        'write `6` for Saturdays, or `6L` for the last Saturday of the month',
      );
    } else {
      readItem(item, DAY_OF_WEEK, sink);
    }
  }
  return {
    any: field.text === '*',
    days: ascending(sink.values),
    nth: [...nth].sort(([a], [b]) => a - b).map(([, entry]) => entry),
  };

  function addNth(weekdayText: string, which: number, item: Piece): void {
    const value = readValue({ text: weekdayText, start: item.start }, DAY_OF_WEEK, sink);
    if (value === undefined) return;
    const weekday = isSunday7(DAY_OF_WEEK, value) ? 0 : value;
    nth.set(weekday * 100 + which, { weekday, nth: which });
  }
}
