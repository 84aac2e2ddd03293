import { canonicalCron } from './canonical-cron.ts';
import type { Cron } from './cron.ts';

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const ORDINALS = ['', 'first', 'second', 'third', 'fourth', 'fifth'];

/** More times of day, or days of the month, than this are not worth listing. */
const TIMES_MAX = 4;
const DAYS_MAX = 8;

/**
 * Says an expression in plain words: `every day at 02:30`, `Mon-Fri at 09:00`, `every 5 minutes`.
 * Returns its text where words would be longer than the expression is hard.
 *
 * `dayMatch` belongs to expressions that restrict both day fields; without it their text is returned.
 */
export function describeCron(cron: Cron, dayMatch?: 'either' | 'both'): string {
  const times = describeTimes(cron);
  const days = describeDays(cron, dayMatch);
  if (times === undefined || days === undefined) return cron.text;
  const months =
    cron.months.length === 12 ? '' : ` in ${listWords(cron.months, (month) => MONTHS[month - 1]!)}`;
  if (times.kind === 'often')
    return days === 'every day' ? times.words + months : `${times.words}, ${days}${months}`;
  return `${days}${months} at ${times.words}`;
}

/** `often`: a rhythm through the day; `at`: a short list of times. */
function describeTimes(cron: Cron): { kind: 'often' | 'at'; words: string } | undefined {
  const { seconds, minutes, hours } = cron;
  const [secondField, minuteField, hourField] = timeFields(cron);
  if (seconds.length === 1 && minutes.length * hours.length <= TIMES_MAX) {
    const times = hours.flatMap((hour) => minutes.map((minute) => clock(hour, minute, seconds[0]!)));
    return { kind: 'at', words: joinWords(times) };
  }
  if (seconds.length === 1 && seconds[0] !== 0) return undefined;
  const past = minutes.length === 1 && minutes[0] !== 0 ? ` at minute ${minutes[0]}` : '';
  const hourly = rhythm(hourField, 24, 'hour');
  if (seconds.length === 1 && minutes.length === 1 && hourly !== undefined) {
    return { kind: 'often', words: hourly + past };
  }
  const within = hourField === '*' ? '' : hoursText(hours);
  if (within === undefined) return undefined;
  if (seconds.length > 1) {
    const words = rhythm(secondField, 60, 'second');
    return words !== undefined && minuteField === '*' ? { kind: 'often', words: words + within } : undefined;
  }
  if (minutes.length === 1) return { kind: 'often', words: `every hour${past}${within}` };
  const words = rhythm(minuteField, 60, 'minute');
  if (words !== undefined) return { kind: 'often', words: words + within };
  if (minutes.length > TIMES_MAX) return undefined;
  return { kind: 'often', words: `every hour at minutes ${joinWords(minutes.map(String))}${within}` };
}

/** The canonical seconds, minutes and hours. */
function timeFields(cron: Cron): [string, string, string] {
  const fields = canonicalCron(cron).split(' ');
  const [second, minute, hour] = fields.length === 6 ? fields : ['0', ...fields];
  return [second!, minute!, hour!];
}

/** `every minute`, `every 5 minutes`; undefined where the steps don't divide the whole, so that the last is shorter. */
function rhythm(field: string, size: number, unit: string): string | undefined {
  if (field === '*') return `every ${unit}`;
  const step = /^\*\/(\d+)$/.exec(field)?.[1];
  return step === undefined || size % Number(step) !== 0 ? undefined : `every ${step} ${unit}s`;
}

/** ` from 09:00 to 17:59` for neighbouring hours. */
function hoursText(hours: readonly number[]): string | undefined {
  return isRun(hours) ? ` from ${clock(hours[0]!, 0, 0)} to ${clock(hours.at(-1)!, 59, 0)}` : undefined;
}

/** All neighbours, no hole. */
function isRun(values: readonly number[]): boolean {
  return values.at(-1)! - values[0]! === values.length - 1;
}

function describeDays(cron: Cron, dayMatch?: 'either' | 'both'): string | undefined {
  const { dayOfMonth, dayOfWeek } = cron;
  if (dayOfMonth.days.length > DAYS_MAX && !isRun(dayOfMonth.days)) return undefined;
  const isEachMonthDay = dayOfMonth.days.length === 31;
  const isEachWeekday = dayOfWeek.days.length === 7;
  if (!cron.restrictsBothDays) {
    if (isEachMonthDay && isEachWeekday) return 'every day';
    return isEachMonthDay ? describeWeekdays(cron) : describeMonthDays(cron);
  }
  if (dayMatch === undefined) return undefined;
  return `${describeMonthDays(cron)}${dayMatch === 'either' ? ' and on ' : ' if it is '}${describeWeekdays(cron)}`;
}

function describeMonthDays({ dayOfMonth }: Cron): string {
  const words: string[] = [];
  if (dayOfMonth.days.length > 0) {
    words.push(`${dayOfMonth.days.length === 1 ? 'day' : 'days'} ${listWords(dayOfMonth.days, String)}`);
  }
  for (const back of dayOfMonth.beforeLast) {
    words.push(back === 0 ? 'the last day' : `the last day but ${back}`);
  }
  for (const day of dayOfMonth.nearestWeekday) words.push(`the weekday nearest to day ${day}`);
  if (dayOfMonth.lastWeekday) words.push('the last weekday');
  return `on ${joinWords(words)} of the month`;
}

function describeWeekdays({ dayOfWeek }: Cron): string {
  const words = dayOfWeek.days.length === 0 ? [] : [listWords(dayOfWeek.days, (day) => WEEKDAYS[day]!)];
  for (const { weekday, nth } of dayOfWeek.nth) {
    const ordinal = nth === -1 ? 'last' : `${ORDINALS[Math.abs(nth)]}${nth < 0 ? ' last' : ''}`;
    words.push(`the ${ordinal} ${WEEKDAYS[weekday]}`);
  }
  return joinWords(words) + (dayOfWeek.nth.length > 0 ? ' of the month' : '');
}

/** `Mon-Fri`, `1, 3 and 5`. */
function listWords(values: readonly number[], word: (value: number) => string): string {
  return values.length >= 3 && isRun(values)
    ? `${word(values[0]!)}-${word(values.at(-1)!)}`
    : joinWords(values.map(word));
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function clock(hour: number, minute: number, second: number): string {
  const parts = second === 0 ? [hour, minute] : [hour, minute, second];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
