import { formatDuration, formatWall } from '../manifest/index.ts';
import { wallOf } from '../time/index.ts';
import { type Crowd, dueMinutes } from './due-minutes.ts';
import { count, listWords } from './list-words.ts';
import type { Finding, Rule, RuleContext, RuleJob } from './rule.ts';
import { suggestSpread } from './suggest-spread.ts';
import { timingPointer } from './timing-pointer.ts';

/** Herds that are told: whoever mends the largest ones has mended the rest, or knows how. */
const herdsMost = 5;

/**
 * Not everybody starts on the hour.
 *
 * People write `0 2 * * *`, all of them. The minute in which a hundred jobs start together is the one in which the
 * database is slow, the lane is full and everything is late. A spread gives each job a place of its own.
 */
export const herd: Rule<'jobs' | 'times'> = {
  name: 'herd',
  severity: 'warning',
  title: 'many jobs are due in one minute, again and again',
  options: {
    jobs: { kind: 'count', standard: 20, about: 'So many jobs due in one minute are a herd.' },
    times: {
      kind: 'count',
      standard: 5,
      about: 'How often in the coming 400 days so many jobs must meet, so that it is no coincidence.',
    },
  },
  *check(context, { jobs: least, times }) {
    if (context.jobs.length < least) return;
    const { now: from, until, jobs } = context;
    const minutes = dueMinutes(jobs, { from, until });
    for (let told = 0; told < herdsMost; told++) {
      const crowd = minutes.takeCrowd(least, times);
      if (!crowd) return;
      yield findingOf(context, crowd, least, minutes.days);
    }
  },
};

function findingOf(
  { spacing }: RuleContext,
  { at, members, meetings }: Crowd,
  least: number,
  days: number,
): Finding {
  const jobs = members.flatMap((due) => due.jobs).sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  const zone = commonZone(jobs);
  const table = jobs.find((job) => zoneOf(job) === zone)!.schedule.table;
  const named = listWords(jobs.map((job) => `\`${idOf(job)}\``));
  const first = jobs[0]!;
  const tenants = new Set(jobs.map(({ tenant }) => tenant));
  const often = `${jobs.length === least ? 'they' : `${least} or more of them`} meet ${meetings.toLocaleString('en')} times in the coming ${days} days`;
  const spread = suggestSpread(members, at, least, spacing);
  return {
    document: first.document,
    pointer: timingPointer(first.meaning.schedule.timing),
    subject: tenants.size === 1 ? `${first.tenant}/*` : '*/*',
    message: `${count(jobs.length, 'job')} (${named}) are due in one minute, ${formatWall(wallOf(table, at))} ${zone}; ${often}`,
    help: spread
      ? `\`spread: ${formatDuration(spread.within)}\` on ${spread.jobs === jobs.length ? 'them' : `${spread.jobs.toLocaleString('en')} of them (the others fire too often for it)`} gives at most ${spread.most} a minute`
      : 'let them fire at minutes of their own',
  };
}

function idOf({ tenant, name }: RuleJob): string {
  return `${tenant}/${name}`;
}

function zoneOf({ meaning }: RuleJob): string {
  const { timing } = meaning.schedule;
  return 'zone' in timing && timing.zone !== undefined ? timing.zone : 'UTC';
}

/** The zone that most of the jobs are in: their wall time is the one that somebody wrote. */
function commonZone(jobs: readonly RuleJob[]): string {
  const counts = new Map<string, number>();
  for (const job of jobs) counts.set(zoneOf(job), (counts.get(zoneOf(job)) ?? 0) + 1);
  return [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most))[0];
}
