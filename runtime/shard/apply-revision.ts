import { previousFire, runWindow } from '../../compiler/index.ts';
import type { Manifest, TenantMeaning } from '../../schema/manifest.ts';
import type { Instant } from '../../schema/time.ts';
import type { AnswerRow, OrderLetter } from '../ledger/index.ts';
import { passOf } from './cohort.ts';
import { textOf } from './decide-tenant.ts';
import { findJob, type InForce, inForceOf, type Job, nothingInForce, retryOf, tenantOf } from './in-force.ts';
import type { OpenState } from './live.ts';
import { type GoneTarget, type Notes, noNotes, type Renamed, withRequest } from './notes.ts';
import { newTenant } from './shard-state.ts';
import { answer, isRepeated } from './take-in.ts';
import {
  added,
  count,
  edit,
  liveJobs,
  liveOf,
  put,
  type TenantWork,
  touch,
  type Work,
  workOn,
} from './work.ts';

type ApplyLetter = OrderLetter & { readonly kind: 'apply' };

/**
 * Puts a manifest in force from `at` on: fires scheduled up to then are the old schedules', those after it the new
 * ones'. What is scheduled and not due yet is opened; nothing else comes about, and all that is open is to be decided
 * by the new rules. An apply whose `before` is not what is in force, or whose manifest can't be obeyed, is refused and
 * changes nothing.
 */
export function applyRevision(
  work: Work,
  letter: ApplyLetter,
  manifest: Manifest | undefined,
  at: Instant,
): TenantWork | undefined {
  const tenant =
    work.state.tenants.get(letter.tenant) ??
    newTenant(letter.tenant, nothingInForce, { ...noNotes, inForceFrom: at }, 0);
  const isNew = !work.state.tenants.has(letter.tenant);
  const own = workOn(work, tenant);
  if (isRepeated(own, letter)) return undefined;
  const next = nextInForce(work, own, letter, manifest);
  if (!('jobs' in next)) {
    answer(work, letter, { refused: next });
    return undefined;
  }
  if (isNew) work.created.set(tenant.name, tenant);
  replace(work, own, next, renamesOf(manifest!, own.inForce, next), at);
  own.notes = { ...own.notes, requests: withRequest(own.notes.requests, letter.request) };
  work.touched.delete(tenant);
  touch(work, tenant);
  const { declarations, plan, planDigest, principal, approvedBy, source } = letter;
  work.revisions.push({
    tenant: letter.tenant,
    revision: next.revision,
    inForceFrom: at,
    manifest: letter.manifest,
    declarations,
    plan,
    planDigest,
    principal,
    approvedBy,
    ...(source && { source }),
    seq: work.seq,
  });
  answer(work, letter, { revision: next.revision });
  return own;
}

/** Makes ready what is to be in force, or says why it can't be. */
function nextInForce(
  work: Work,
  { tenant, inForce }: TenantWork,
  letter: ApplyLetter,
  manifest: Manifest | undefined,
): InForce | NonNullable<AnswerRow['refused']> {
  const isOtherManifest = (letter.beforeManifest ?? inForce.manifest) !== inForce.manifest;
  if (letter.before !== inForce.meaning || isOtherManifest) {
    const now = inForce.revision === 0 ? 'nothing' : `revision ${inForce.revision}`;
    return {
      code: 'base-moved',
      message: `in force is not what the plan compared with, but ${now}`,
    };
  }
  if (!manifest) return { code: 'invalid', message: `the ledger has no manifest ${letter.manifest}` };
  const names = Object.keys(manifest.tenants);
  if (names.length !== 1 || names[0] !== letter.tenant) {
    return { code: 'invalid', message: `its manifest is not one of \`${letter.tenant}\` alone` };
  }
  try {
    const given = { digest: letter.manifest, manifest };
    return inForceOf(tenant, inForce.revision + 1, given, work.state.pool, true);
  } catch (error) {
    return { code: 'invalid', message: `its manifest can't be obeyed: ${textOf(error)}` };
  }
}

/** Finds the names that jobs had before, by the names that they have now. */
function renamesOf(manifest: Manifest, before: InForce, after: InForce): ReadonlyMap<string, string> {
  const renames = new Map<string, string>();
  const jobs: TenantMeaning['jobs'] = tenantOf(manifest, after.jobs[0]?.owner.name ?? '')?.jobs ?? {};
  for (const { name } of after.jobs) {
    const old = jobs[name]!.renamedFrom;
    if (old === undefined || findJob(before.jobs, name)) continue;
    if (findJob(before.jobs, old) && !findJob(after.jobs, old)) renames.set(name, old);
  }
  return renames;
}

function replace(
  work: Work,
  own: TenantWork,
  after: InForce,
  renames: ReadonlyMap<string, string>,
  at: Instant,
): void {
  const before = own.inForce;
  const newName = new Map([...renames].map(([now, old]) => [old, now]));
  for (const job of before.jobs) openScheduled(work, own, job, at);
  for (const [old, now] of newName) moveLive(own, old, now);
  const carried = carriedBy(own, before, after, renames, at);
  const renamed = new Map<string, Renamed>();
  const keep = (old: string, known: Renamed) => {
    const { fires, runs } = liveOf(own, known.to);
    if ([...fires, ...runs].some(({ row }) => row?.job === old)) renamed.set(old, known);
  };
  for (const [old, known] of own.notes.renamed)
    keep(old, { ...known, to: newName.get(known.to) ?? known.to });
  for (const [old, now] of newName) keep(old, { to: now, upTo: at });
  own.inForce = after;
  own.found.clear();
  own.isChanged = true;
  const { minute: _, ...rest } = own.notes;
  const { scheduled, backfill } = after.caps;
  const isRated = scheduled.maxPerMinute !== undefined || backfill.maxPerMinute !== undefined;
  own.notes = {
    ...rest,
    ...(isRated && own.notes.minute && { minute: own.notes.minute }),
    inForceFrom: at,
    carried,
    renamed,
    gone: goneTargets(own, before, after),
    quarantines: new Map(
      [...own.notes.quarantines].flatMap(([job, error]) => {
        const name = newName.get(job) ?? job;
        return findJob(after.jobs, name) ? [[name, error] as const] : [];
      }),
    ),
    circuits: new Map(
      [...own.notes.circuits].filter(([key]) => after.jobs.some(({ target }) => target.key === key)),
    ),
  };
}

/** Opens a job's fires that are scheduled up to an instant and due after it. */
function openScheduled(work: Work, own: TenantWork, job: Job, at: Instant): void {
  const { spread } = job.cohort;
  if (spread === 0) return;
  const opened: OpenState[] = [];
  const { scheduled, previous, beginning } = passOf(job.cohort, at, at + spread);
  const { inForceFrom, carried } = own.notes;
  for (const [index, instant] of scheduled.entries()) {
    if (instant <= inForceFrom) continue;
    const before = index > 0 ? scheduled[index - 1] : previous;
    const isOwn = before !== undefined && before > inForceFrom;
    const from = isOwn ? before : (carried.get(job.name) ?? before ?? beginning);
    const due = instant + spread;
    const window = { from, to: instant };
    const cell = { was: undefined };
    const row = {
      tenant: own.tenant.name,
      job: job.name,
      scheduled: instant,
      order: '',
      last: instant,
      count: 1,
      due,
      state: 'open' as const,
      hole: false,
      seq: work.seq,
      body: {
        window,
        createdBy: own.inForce.revision,
        decidedBy: own.inForce.revision + 1,
        decided: work.now,
        cause: 'waiting.spread' as const,
        because: { due, decided: work.now },
      },
    };
    put(work, cell, row);
    count(work, 'waiting.spread');
    work.said.push(`opened ${own.tenant.name}/${job.name} ${instant} ${due} ${from}`);
    const fire = { job: job.name, scheduled: instant, due, window, waiting: 'waiting.spread' as const };
    opened.push({ cell, fire, row, createdBy: own.inForce.revision });
  }
  if (opened.length === 0) return;
  const live = edit(own, job.name);
  live.fires = added(live.fires, opened);
}

/** What is open and going on of a renamed job goes on under its new name; the ledger keeps the old one. */
function moveLive(own: TenantWork, old: string, now: string): void {
  const from = edit(own, old);
  const to = edit(own, now);
  const fires = from.fires.map((state) => ({ ...state, fire: { ...state.fire, job: now } }));
  const runs = from.runs.map((state) => ({ ...state, run: { ...state.run, job: now } }));
  to.fires = added(to.fires, fires);
  to.runs = added(to.runs, runs);
  from.fires = [];
  from.runs = [];
}

/** Finds where windows begin, by job, that the schedules from now on can't tell. */
function carriedBy(
  own: TenantWork,
  before: InForce,
  after: InForce,
  renames: ReadonlyMap<string, string>,
  at: Instant,
): Notes['carried'] {
  const carried = new Map<string, Instant>();
  const lasts = new Map<Job['cohort'], Instant | undefined>();
  const lastOf = ({ cohort }: Job): Instant | undefined => {
    if (!lasts.has(cohort)) lasts.set(cohort, lastUpTo(cohort, at));
    return lasts.get(cohort);
  };
  const { inForceFrom, carried: known } = own.notes;
  for (const job of after.jobs) {
    const old = findJob(before.jobs, job.name) ?? findJob(before.jobs, renames.get(job.name) ?? '');
    if (!old) continue;
    const last = lastOf(old);
    const isOwn = last !== undefined && last > inForceFrom;
    const begins = isOwn ? last : (known.get(old.name) ?? last ?? beginningAt(old, at));
    if (begins !== undefined && begins <= at && begins !== lastOf(job)) carried.set(job.name, begins);
  }
  return carried;
}

function lastUpTo({ schedule }: Job['cohort'], at: Instant): Instant | undefined {
  return schedule instanceof Error ? undefined : previousFire(schedule, at + 1);
}

function beginningAt({ cohort: { schedule } }: Job, at: Instant): Instant | undefined {
  return schedule instanceof Error ? undefined : runWindow(schedule, at + 1).from;
}

/** Keeps the targets of jobs that are gone for as long as runs of them go on. */
function goneTargets(own: TenantWork, before: InForce, after: InForce): Notes['gone'] {
  const gone = new Map<string, GoneTarget>();
  for (const name of liveJobs(own)) {
    if (findJob(after.jobs, name) || liveOf(own, name).runs.length === 0) continue;
    const job = findJob(before.jobs, name);
    const kept = own.notes.gone.get(name);
    if (job) {
      const { kind, declared } = job.target;
      gone.set(name, { target: { [kind]: declared }, retry: retryOf(job.rules) });
    } else if (kept) gone.set(name, kept);
  }
  return gone;
}
