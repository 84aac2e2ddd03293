import { formatInstant, spanText } from '../../compiler/index.ts';
import type { MissingJob, MissingReport, MissingWindow } from '../../schema/missing.ts';
import type { Instant } from '../../schema/time.ts';
import type { FireRow } from '../ledger/index.ts';
import type { Archive } from './archive.ts';
import { type MissingAsk, pageMost } from './asks.ts';
import { best, type Coverage, coverageOf, otherRuns } from './coverage.ts';
import { type Listing, readCursor, writeCursor } from './cursor.ts';
import { eachFire } from './each-fire.ts';
import { fireRecord } from './fire-record.ts';
import { contextOf, type JobContext, wallIn, windowText, zoneNameOf } from './job-context.ts';
import { knownTenant } from './list-history.ts';
import { readFires } from './read-fires.ts';
import { type Undecided, undecided } from './undecided.ts';

interface Found {
  readonly job: string;
  readonly zone: string | undefined;
  readonly window: MissingWindow;
}

/**
 * Lists the windows that no successful run has covered, by job: those of fires whose fate is final, of fires that still
 * wait, and of fires that are due and not decided since the platform is behind. A window that a later run covers, by
 * catch-up or by an order, is not missing.
 *
 * @throws {NotFound} for a tenant that the ledger does not know.
 * @throws {CursorError} for a cursor that no page gave.
 */
export async function listMissing(archive: Archive, ask: MissingAsk, now: Instant): Promise<MissingReport> {
  const tenant = await knownTenant(archive, ask.tenant);
  const { job } = ask;
  const listing: Listing = { of: 'missing', tenant: ask.tenant, job };
  const { after } = readCursor(ask.cursor, listing);
  const from = Math.max(ask.from, tenant.floor);
  const until = ask.until ?? now;
  const page = await readFires(archive.ledger, {
    tenant: ask.tenant,
    ...(job !== undefined && { job }),
    from,
    until,
    holes: true,
    oldestFirst: true,
    limit: ask.limit,
    ...(after !== undefined && { after }),
  });
  const holes = page.rows.filter(({ order }) => order === '');
  const found = (await Promise.all(holes.map((row) => missingOf(archive, row, from, until)))).flat();
  if (page.next === undefined) {
    const all = await archive.ledger.waiting({ tenant: ask.tenant }, pageMost);
    const open = all.filter((row) => row.order === '' && (job === undefined || row.job === job));
    const within = open.filter(({ scheduled }) => scheduled >= from && scheduled < until);
    found.push(...(await Promise.all(within.map((row) => waitingOf(archive, row)))));
    const late = await undecided(archive, tenant, { job, open: all }, now);
    found.push(...late.filter(({ first }) => first < until).map((one) => undecidedOf(one, now)));
  }
  return {
    tenant: ask.tenant,
    now: formatInstant(now),
    from: formatInstant(from),
    until: formatInstant(until),
    ...(tenant.floor > ask.from && { keptFrom: formatInstant(tenant.floor) }),
    jobs: grouped(found),
    ...(page.next !== undefined && { next: writeCursor({ after: page.next }, listing) }),
  };
}

/** A hole, as far as nothing covers it: of a stretch, perhaps several parts. */
async function missingOf(
  archive: Archive,
  row: FireRow,
  from: Instant,
  until: Instant,
): Promise<readonly Found[]> {
  const coverage = await coverageOf(archive.ledger, row);
  if (coverage.state === 'covered') return [];
  const context = await contextOf(archive, row.tenant, row.job, row.body.createdBy);
  if (row.count === 1) return [await windowOf(archive, row, row, context, coverage)];
  const { ledger } = archive;
  const inside = { tenant: row.tenant, job: row.job, from: row.scheduled, until: row.last + 1 };
  const runs = (await ledger.fires({ ...inside, limit: pageMost })).rows.filter(({ order }) => order !== '');
  const open = eachFire(row, context, from, until).filter(
    ({ scheduled }) => best(otherRuns(runs, scheduled)).state === 'missing',
  );
  return Promise.all(
    inARow(open).map((part) => windowOf(archive, part[0]!, part.at(-1)!, context, coverage, part.length)),
  );
}

/** Splits fires where one is left out between two. */
function inARow(fires: readonly FireRow[]): readonly (readonly FireRow[])[] {
  const parts: FireRow[][] = [];
  for (const fire of fires) {
    const part = parts.at(-1);
    if (part && part.at(-1)!.scheduled === fire.body.window.from) part.push(fire);
    else parts.push([fire]);
  }
  return parts;
}

async function windowOf(
  archive: Archive,
  first: FireRow,
  last: FireRow,
  context: JobContext | undefined,
  { state, note }: Coverage,
  count: number = first.count,
): Promise<Found> {
  const record = await fireRecord(archive, first);
  const isSeveral = count > 1;
  return {
    job: record.job,
    zone: record.zone,
    window: {
      scheduled: record.scheduled,
      wall: record.wall,
      ...(isSeveral && { last: formatInstant(last.last), lastWall: wallIn(context, last.last) }),
      count,
      window: windowText({ from: first.body.window.from, to: last.body.window.to }),
      word: record.word,
      sentence: note === undefined ? record.sentence : `${record.sentence} ${note}`,
      state: state === 'open' ? 'open' : 'missing',
    },
  };
}

async function waitingOf(archive: Archive, row: FireRow): Promise<Found> {
  const context = await contextOf(archive, row.tenant, row.job, row.body.createdBy);
  return windowOf(archive, row, row, context, { state: 'open' });
}

function undecidedOf({ context, first, last, count, window }: Undecided, now: Instant): Found {
  const due = first + context.subject.spread;
  return {
    job: context.job.id,
    zone: zoneNameOf(context),
    window: {
      scheduled: formatInstant(first),
      wall: wallIn(context, first),
      ...(count > 1 && { last: formatInstant(last), lastWall: wallIn(context, last) }),
      count,
      window: windowText(window),
      word: 'undecided',
      sentence: `undecided: due ${spanText(now - due)} ago, and the platform is behind; nothing the tenant declared holds it up.`,
      state: 'undecided',
    },
  };
}

function grouped(found: readonly Found[]): readonly MissingJob[] {
  const jobs = new Map<string, Found[]>();
  for (const one of found) {
    const list = jobs.get(one.job);
    if (list) list.push(one);
    else jobs.set(one.job, [one]);
  }
  return [...jobs]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([job, list]) => {
      const windows = list.map(({ window }) => window).sort((a, b) => (a.scheduled < b.scheduled ? -1 : 1));
      const zone = list[0]!.zone;
      const count = windows.reduce((sum, one) => sum + (one.state === 'missing' ? one.count : 0), 0);
      return { job, ...(zone !== undefined && { zone }), count, windows };
    });
}
