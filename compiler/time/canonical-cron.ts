import type { Cron } from './cron.ts';
import { DAY_OF_MONTH, DAY_OF_WEEK, type FieldRule, HOUR, MINUTE, MONTH, SECOND } from './cron-field.ts';

/**
 * Writes an expression in the one spelling of its meaning: `00 02 * * MON-FRI` is `0 2 * * 1-5`, `@daily` is
 * `0 0 * * *`, a seconds field of 0 is left out.
 */
export function canonicalCron(cron: Cron): string {
  const fields = [
    plainField(cron.minutes, MINUTE),
    plainField(cron.hours, HOUR),
    dayField(cron, DAY_OF_MONTH),
    plainField(cron.months, MONTH),
    dayField(cron, DAY_OF_WEEK),
  ];
  const isOnTheMinute = cron.seconds.length === 1 && cron.seconds[0] === 0;
  if (!isOnTheMinute) fields.unshift(plainField(cron.seconds, SECOND));
  return fields.join(' ');
}

/**
 * A day field that gives every day is `*` only where the other one is `*` or the text said `*`: beside a restricted
 * field `1-31` restricts too, and `dayMatch` decides what that means.
 */
function dayField(cron: Cron, rule: FieldRule): string {
  const { dayOfMonth, dayOfWeek } = cron;
  const { days } = rule === DAY_OF_MONTH ? dayOfMonth : dayOfWeek;
  if (isFull(days, rule)) return cron.restrictsBothDays ? `${rule.min}-${rule.max}` : '*';
  const items = days.length === 0 ? [] : [plainField(days, rule)];
  if (rule === DAY_OF_MONTH) {
    for (const back of dayOfMonth.beforeLast) items.push(back === 0 ? 'L' : `L-${back}`);
    for (const day of dayOfMonth.nearestWeekday) items.push(`${day}W`);
    if (dayOfMonth.lastWeekday) items.push('LW');
  } else {
    for (const { weekday, nth } of dayOfWeek.nth) {
      if (days.includes(weekday)) continue;
      items.push(nth === -1 ? `${weekday}L` : `${weekday}#${nth}`);
    }
  }
  return items.join(',');
}

function plainField(values: readonly number[], rule: FieldRule): string {
  if (isFull(values, rule)) return '*';
  // Weekdays are read as days and not as numbers: `1,3,5` says more than `1-5/2`.
  const stepped = rule === DAY_OF_WEEK ? undefined : steppedText(values, rule);
  return stepped ?? runsText(values);
}

/** Writes evenly spaced values as a step; undefined where they are not, or where a list says it better. */
function steppedText(values: readonly number[], rule: FieldRule): string | undefined {
  const first = values[0]!;
  const last = values.at(-1)!;
  const step = values[1]! - first;
  if (values.some((value, index) => value !== first + index * step)) return undefined;
  const size = rule.max - rule.min + 1;
  const isWhole = first === rule.min && last + step > rule.max;
  if (values.length === 2) return isWhole && 2 * step === size ? `*/${step}` : undefined;
  if (values.length < 3 || step < 2) return undefined;
  return isWhole ? `*/${step}` : `${first}-${last}/${step}`;
}

/** Writes a list with three and more neighbours as a range. */
function runsText(values: readonly number[]): string {
  const items: string[] = [];
  for (let i = 0; i < values.length; ) {
    let end = i;
    while (values[end + 1] === values[end]! + 1) end++;
    if (end - i >= 2) items.push(`${values[i]}-${values[end]}`);
    else items.push(...values.slice(i, end + 1).map(String));
    i = end + 1;
  }
  return items.join(',');
}

function isFull(values: readonly number[], rule: FieldRule): boolean {
  return values.length === rule.max - rule.min + 1;
}
