import { spanAt } from '../../schema/declared.ts';
import type { CalendarMeaning } from '../../schema/manifest.ts';
import { formatDate } from '../manifest/index.ts';
import { count } from './list-words.ts';
import type { Rule, RuleJob } from './rule.ts';

const notice = 90;

/**
 * A calendar that jobs rely on speaks for at least the coming 90 days.
 *
 * A list of bank holidays ends with its year. From then on nothing is excluded, and the job runs on New
 * Year's Day.
 */
export const calendarEnds: Rule = {
  name: 'calendar-ends',
  severity: 'warning',
  title: 'a calendar in use ends within 90 days',
  *check({ jobs, manifest, documentOf, now }) {
    const today = Math.floor(now / 86_400);
    const users = new Map<string, RuleJob[]>();
    for (const job of jobs) {
      const { exclude = [], include = [] } = job.meaning.schedule;
      for (const name of new Set([...exclude, ...include])) {
        const key = `${job.tenant}/${name}`;
        users.set(key, [...(users.get(key) ?? []), job]);
      }
    }
    for (const [tenant, { calendars }] of Object.entries(manifest.tenants)) {
      for (const [name, calendar] of Object.entries(calendars)) {
        const using = users.get(`${tenant}/${name}`) ?? [];
        const document = documentOf('Calendar', tenant, name);
        const end = endOf(calendar);
        const [first] = using;
        if (!first || !document || end === undefined || end.day >= today + notice) continue;
        const isPast = end.day < today;
        yield {
          document,
          pointer: `/spec/${end.key}`,
          message: `calendar \`${name}\` ${isPast ? 'ended' : 'ends'} on ${formatDate(end.day)}${end.key === 'validUntil' ? '' : ', its last date'}, and ${count(using.length, 'job')} rel${using.length === 1 ? 'ies' : 'y'} on it`,
          help: 'add the dates of the years to come, and set `validUntil` to the last date that is looked after',
          related: [{ message: `\`${first.name}\` uses it`, span: spanAt(first.document, '/spec/schedule') }],
        };
      }
    }
  },
};

/** A calendar that does not say how long it holds ends with its last date. */
function endOf({ validUntil, days }: CalendarMeaning): { day: number; key: string } | undefined {
  if (validUntil !== undefined) return { day: validUntil, key: 'validUntil' };
  const last = days.at(-1);
  return last === undefined ? undefined : { day: last, key: 'dates' };
}
