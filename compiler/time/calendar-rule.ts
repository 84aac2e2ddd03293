import type { ScheduleMeaning } from '../../schema/manifest.ts';
import type { DayNumber } from '../../schema/time.ts';

/** What calendars do to the nominal dates of a schedule. */
export interface CalendarRule {
  readonly excluded: readonly NamedDates[];
  /** Only the dates of these stay; all do where it is undefined. */
  readonly included: readonly NamedDates[] | undefined;
  readonly onExcluded: 'skip' | 'next-day' | 'previous-day';
}

interface NamedDates {
  readonly name: string;
  readonly days: ReadonlySet<DayNumber>;
}

/** The furthest that `next-day` and `previous-day` look for a date that stays. */
export const MOVE_MAX = 31;

/** Many jobs share a calendar; its set is made once for each list of days. */
const sets = new WeakMap<readonly DayNumber[], ReadonlySet<DayNumber>>();

/** Prepares a schedule's calendars; undefined where it names none. Throws where one that it names is missing. */
export function calendarRuleOf(
  { exclude, include, onExcluded }: ScheduleMeaning,
  calendars: Readonly<Record<string, { readonly days: readonly DayNumber[] }>>,
): CalendarRule | undefined {
  if (exclude === undefined && include === undefined) return undefined;
  const named = (name: string): NamedDates => {
    const calendar = Object.hasOwn(calendars, name) ? calendars[name] : undefined;
    if (calendar === undefined)
      throw new Error(`the schedule names the calendar \`${name}\`, which is not there`);
    let days = sets.get(calendar.days);
    if (days === undefined) {
      days = new Set(calendar.days);
      sets.set(calendar.days, days);
    }
    return { name, days };
  };
  return {
    excluded: (exclude ?? []).map(named),
    included: include?.map(named),
    onExcluded: onExcluded ?? 'skip',
  };
}

/** Returns the name of the calendar that takes a date away; undefined where the date stays. */
export function takenBy(rule: CalendarRule, date: DayNumber): string | undefined {
  for (const { name, days } of rule.excluded) if (days.has(date)) return name;
  if (rule.included === undefined || rule.included.some(({ days }) => days.has(date))) return undefined;
  return rule.included.map(({ name }) => name).join(', ');
}

/** Returns the nearest date that stays, in the rule's direction; undefined where there is none within 31 days. */
export function movedDate(rule: CalendarRule, date: DayNumber): DayNumber | undefined {
  if (rule.onExcluded === 'skip') return undefined;
  const step = rule.onExcluded === 'next-day' ? 1 : -1;
  for (let distance = 1; distance <= MOVE_MAX; distance++) {
    const candidate = date + step * distance;
    if (takenBy(rule, candidate) === undefined) return candidate;
  }
  return undefined;
}
