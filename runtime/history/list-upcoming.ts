import {
  fires,
  formatInstant,
  isoWall,
  type Omission,
  offsetOf,
  offsetText,
  omissions,
} from '../../compiler/index.ts';
import type { ListedFire, ListedOmission } from '../../schema/fires.ts';
import type { Instant, WallTime } from '../../schema/time.ts';
import type { HoldRecord, UpcomingReport, WaitingFire } from '../../schema/upcoming.ts';
import type { FireRow, TenantRow } from '../ledger/index.ts';
import type { Archive } from './archive.ts';
import { NotFound, pageMost, type UpcomingAsk } from './asks.ts';
import { fireRecord } from './fire-record.ts';
import { fireWindow } from './fire-window.ts';
import { contextOf, type JobContext, windowText } from './job-context.ts';
import { knownTenant } from './list-history.ts';
import { type TenantNotes, tenantNotes } from './tenant-notes.ts';
import { waitEstimate } from './wait-estimate.ts';

/** The first stretch that is searched; each is four times as long as the one before. */
const firstStretch = 600;
const listedMost = 400 * 86_400;
const waitingMost = 200;
const omissionsMost = 1000;

/**
 * Lists what waits and until when, and what fires next by the revision in force.
 *
 * @throws {NotFound} for a tenant or a job that is not in force.
 */
export async function listUpcoming(
  archive: Archive,
  ask: UpcomingAsk,
  now: Instant,
): Promise<UpcomingReport> {
  const tenant = await knownTenant(archive, ask.tenant);
  const notes = tenantNotes(tenant);
  const contexts = await jobsInForce(archive, tenant, ask.job);
  const open = await archive.ledger.waiting({ tenant: ask.tenant }, pageMost);
  const mine = open.filter(({ job, order }) => order === '' && (ask.job === undefined || ask.job === job));
  const opened = new Set(mine.map(({ job, scheduled }) => `${scheduled} ${job}`));
  const { found, reached } = nextFires(contexts, ask, opened, now);
  return {
    tenant: ask.tenant,
    now: formatInstant(now),
    revision: tenant.revision,
    ...(ask.until !== undefined && { until: formatInstant(ask.until) }),
    waiting: await waitingFires(archive, mine.slice(0, waitingMost), now),
    ...((mine.length > waitingMost || open.length === pageMost) && { moreWaiting: true }),
    fires: found.map((one) => listedFire(notes, one)),
    omissions: omittedBefore(contexts, now, reached),
    holds: holdsOf(ask.tenant, notes, ask.job, now),
  };
}

async function jobsInForce(
  archive: Archive,
  { tenant, revision }: TenantRow,
  job: string | undefined,
): Promise<readonly JobContext[]> {
  const manifest = await archive.manifest(tenant, revision);
  const names = job === undefined ? Object.keys(manifest?.tenants[tenant]?.jobs ?? {}) : [job];
  const contexts: JobContext[] = [];
  for (const name of names) {
    const context = await contextOf(archive, tenant, name, revision);
    if (context) contexts.push(context);
    else if (job !== undefined) throw new NotFound('unknown-job', `no job \`${tenant}/${job}\` is in force`);
  }
  return contexts;
}

interface Coming {
  readonly context: JobContext;
  readonly scheduled: Instant;
  readonly nominal: WallTime;
}

/** Fires due after now, in the order of their instants; those that an apply has opened already are among the waiting. */
function nextFires(
  contexts: readonly JobContext[],
  { until, limit }: UpcomingAsk,
  opened: ReadonlySet<string>,
  now: Instant,
): { readonly found: readonly Coming[]; readonly reached: Instant } {
  const end = Math.min(until ?? now + listedMost, now + listedMost);
  const found: Coming[] = [];
  let reached = now;
  for (let stretch = firstStretch; reached < end && found.length < limit; stretch *= 4) {
    const next = Math.min(reached + stretch, end);
    for (const context of contexts) {
      const { schedule, spread } = context.subject;
      const list = fires(schedule, reached === now ? now + 1 - spread : reached, next);
      for (let i = 0; i < Math.min(list.count, limit); i++) {
        const scheduled = list.scheduled[i]!;
        if (opened.has(`${scheduled} ${context.job.name}`)) continue;
        found.push({ context, scheduled, nominal: list.nominal[i]! });
      }
    }
    reached = next;
  }
  found.sort((a, b) => a.scheduled - b.scheduled || (a.context.job.id < b.context.job.id ? -1 : 1));
  if (found.length <= limit) return { found, reached };
  return { found: found.slice(0, limit), reached: found[limit - 1]!.scheduled + 1 };
}

function listedFire(notes: TenantNotes, { context, scheduled, nominal }: Coming): ListedFire {
  const { subject, job } = context;
  const offset = offsetOf(subject, scheduled);
  const wall = scheduled + offset;
  const { timing } = job.meaning.schedule;
  const isZoned = timing.kind === 'cron' || (timing.kind === 'at' && timing.zone !== undefined);
  return {
    job: job.id,
    scheduled: formatInstant(scheduled),
    wall: isoWall(wall) + offsetText(offset),
    ...(isZoned && nominal !== wall && { nominal: isoWall(nominal) }),
    ...(subject.spread > 0 && { due: formatInstant(scheduled + subject.spread) }),
    window: windowText(fireWindow(context, notes, scheduled)),
  };
}

function omittedBefore(contexts: readonly JobContext[], now: Instant, until: Instant): ListedOmission[] {
  const found: { readonly context: JobContext; readonly omission: Omission }[] = [];
  for (const context of contexts) {
    if (found.length >= omissionsMost) break;
    for (const omission of omissions(context.subject.schedule, now + 1, until))
      found.push({ context, omission });
  }
  return found
    .sort((a, b) => a.omission.at - b.omission.at || (a.context.job.id < b.context.job.id ? -1 : 1))
    .slice(0, omissionsMost)
    .map(({ context, omission: { at, nominal, cause, reason, calendar } }) => {
      const told = reason ?? calendar;
      return {
        job: context.job.id,
        at: formatInstant(at),
        nominal: isoWall(nominal),
        cause,
        ...(told !== undefined && { reason: told }),
      };
    });
}

async function waitingFires(
  archive: Archive,
  rows: readonly FireRow[],
  now: Instant,
): Promise<WaitingFire[]> {
  let rated = 0;
  return Promise.all(
    rows.map(async (row) => {
      const ahead = row.body.cause === 'waiting.rate' ? rated++ : 0;
      const context = await contextOf(archive, row.tenant, row.job, row.body.decidedBy ?? row.body.createdBy);
      return {
        fire: await fireRecord(archive, row),
        ...(await waitEstimate(archive, row, context, ahead, now)),
      };
    }),
  );
}

function holdsOf(
  tenant: string,
  { holds }: TenantNotes,
  job: string | undefined,
  now: Instant,
): readonly HoldRecord[] {
  return [...holds]
    .filter(([, hold]) => hold.until > now && (job === undefined || (hold.job ?? job) === job))
    .map(([name, hold]) => ({
      tenant,
      hold: name,
      ...(hold.job !== undefined && { job: `${tenant}/${hold.job}` }),
      until: formatInstant(hold.until),
      reason: hold.reason,
    }));
}
