import { rulesOf } from '../decide/index.ts';
import { capsOf } from '../effects/index.ts';
import { formatDuration, formatInstant } from '../manifest/index.ts';
import type { Schedule } from '../time/index.ts';
import { count } from './list-words.ts';
import { openAt, outageOf, startsAt } from './outage-end.ts';
import { perKey } from './per-key.ts';
import type { Finding, Rule, RuleContext, RuleJob } from './rule.ts';
import { busiestEnd, fullestEnd, soonOf } from './worst-moment.ts';

/** Open fires that are decided at once for one job and for one tenant; a count that needs more is told as a least. */
const firesMost = { job: 1000, tenant: 5000 } as const;

/**
 * After an outage the platform does not start everything at once.
 *
 * What fell due while it was down is all seen in one instant. `catchUp: all` under `overlap: allow` then starts a
 * night's runs of one job together, and a tenant without caps the jobs of a night; the service behind them has just
 * come back too. Tried by `decide` with the longest outage that the horizon lets a fire survive.
 */
export const pileUp: Rule<'runs' | 'together'> = {
  name: 'pile-up',
  severity: 'warning',
  title: 'many runs would start at once after an outage',
  options: {
    runs: { kind: 'count', standard: 10, about: 'So many runs of one job at once are a pile.' },
    together: { kind: 'count', standard: 100, about: 'So many runs of one tenant at once are a pile.' },
  },
  *check(context, { runs, together }) {
    const soon = perKey((schedule: Schedule) => soonOf(schedule, context.now));
    const piles = perKey((_: Schedule) => new Map<string, Pile | undefined>());
    for (const job of context.jobs) {
      if (!mayPile(job)) continue;
      const caps = capsOf(context.manifest.tenants[job.tenant]);
      const { group: _, ...rules } = rulesOf(job.meaning);
      const groupMax = caps.groups[job.meaning.group ?? ''];
      const key = JSON.stringify([rules, caps.scheduled, groupMax]);
      const known = piles(job.schedule);
      if (!known.has(key)) known.set(key, pileOf(job, soon(job.schedule), context));
      const pile = known.get(key);
      if (pile && pile.runs >= runs) yield ofJob(job, pile);
    }
    for (const [tenant, jobs] of byTenant(context.jobs)) {
      const found = ofTenant({ tenant, jobs, soon, together }, context);
      if (found) yield found;
    }
  },
};

/** Two runs of a job can only be together under `allow`, or where nobody sees them end. */
function mayPile({ meaning }: RuleJob): boolean {
  return meaning.policy.overlap === 'allow' || !rulesOf(meaning).endsKnown;
}

interface Pile {
  readonly end: number;
  readonly runs: number;
  /** There were more fires than are decided at once. */
  readonly isLeast: boolean;
}

function pileOf(job: RuleJob, due: Float64Array, { manifest }: RuleContext): Pile | undefined {
  const end = fullestEnd(due, outageOf(job));
  if (end === undefined) return undefined;
  const open = openAt(job, end, firesMost.job);
  const runs = startsAt([job], open, capsOf(manifest.tenants[job.tenant]), end);
  return { end, runs, isLeast: open.length === firesMost.job };
}

function ofJob(job: RuleJob, { end, runs, isLeast }: Pile): Finding {
  const { overlap, catchUp, lateAfter } = job.meaning.policy;
  const because = [
    ...(overlap === 'allow'
      ? ['`overlap: allow` lets them']
      : ['nobody sees its runs end, so they do not wait for each other']),
    catchUp === 'all'
      ? '`catchUp: all` keeps every fire'
      : `only fires more than ${formatDuration(lateAfter)} late collapse`,
  ];
  return {
    document: job.document,
    pointer: '/spec/policy',
    message: `after an outage of the platform of ${formatDuration(outageOf(job))}, for instance up to ${formatInstant(end)}, ${isLeast ? 'at least ' : ''}${count(runs, 'run')} of it would start at once: ${because.join(', and ')}`,
    help: 'catch up with `latest` or `coalesce`, let fires queue, or give the tenant `lanes.scheduled` with `maxConcurrent` or `maxPerMinute`',
  };
}

function byTenant(jobs: readonly RuleJob[]): ReadonlyMap<string, readonly RuleJob[]> {
  const groups = new Map<string, RuleJob[]>();
  for (const job of jobs) {
    const group = groups.get(job.tenant);
    if (group) group.push(job);
    else groups.set(job.tenant, [job]);
  }
  return groups;
}

interface TenantQuestion {
  readonly tenant: string;
  readonly jobs: readonly RuleJob[];
  /** Fires of the coming time by schedule, worked out once for all tenants. */
  readonly soon: (schedule: Schedule) => Float64Array;
  readonly together: number;
}

function ofTenant(
  { tenant, jobs, soon, together }: TenantQuestion,
  { manifest, documentOf }: RuleContext,
): Finding | undefined {
  const document = documentOf('Tenant', tenant, tenant);
  const caps = capsOf(manifest.tenants[tenant]);
  const { maxConcurrent, maxPerMinute } = caps.scheduled;
  const isCapped = Math.min(maxConcurrent ?? together, maxPerMinute ?? together) < together;
  if (!document || isCapped || jobs.length < together) return undefined;

  const busiest = busiestEnd(openJobs(jobs, soon));
  if (!busiest || busiest.jobs < together) return undefined;
  const most = Math.max(1, Math.floor(firesMost.tenant / jobs.length));
  const open = jobs.flatMap((job) => openAt(job, busiest.at, most));
  const runs = startsAt(jobs, open, caps, busiest.at);
  if (runs < together) return undefined;
  const longest = Math.max(...jobs.map(outageOf));
  return {
    document,
    pointer: document.positions['/spec/lanes'] ? '/spec/lanes#key' : '/metadata/name',
    message: `after an outage of the platform of ${formatDuration(longest)}, for instance up to ${formatInstant(busiest.at)}, ${jobs.some(mayPile) ? 'at least ' : ''}${count(runs, 'run')} of ${count(jobs.length, 'job')} would start at once: no cap of the tenant holds them up`,
    help: `\`lanes: { scheduled: { maxPerMinute: ${Math.ceil(together / 5)} } }\` starts them one after the other, the oldest first`,
  };
}

function openJobs(jobs: readonly RuleJob[], soon: TenantQuestion['soon']): Parameters<typeof busiestEnd>[0] {
  const groups = new Map<Schedule, Map<number, number>>();
  for (const job of jobs) {
    const lengths = groups.get(job.schedule) ?? new Map<number, number>();
    groups.set(job.schedule, lengths.set(outageOf(job), (lengths.get(outageOf(job)) ?? 0) + 1));
  }
  return [...groups].flatMap(([schedule, lengths]) =>
    [...lengths].map(([length, jobCount]) => ({ due: soon(schedule), length, jobs: jobCount })),
  );
}
