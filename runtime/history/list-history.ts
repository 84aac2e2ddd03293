import { formatInstant, jobIn } from '../../compiler/index.ts';
import type { FireRecord, HistoryPage, HistoryRow, OmissionRecord } from '../../schema/history.ts';
import type { Instant } from '../../schema/time.ts';
import type { FireRow, TenantRow } from '../ledger/index.ts';
import type { Archive } from './archive.ts';
import type { HistoryAsk } from './asks.ts';
import { NotFound } from './asks.ts';
import { type Cursor, type Listing, readCursor, writeCursor } from './cursor.ts';
import { eachFire } from './each-fire.ts';
import { fireRecord } from './fire-record.ts';
import { contextOf } from './job-context.ts';
import { listOmissions } from './list-omissions.ts';
import { readFires } from './read-fires.ts';

const unbounded = Number.MAX_SAFE_INTEGER;

/** A part of a history, newest first, and where the next one begins. */
interface Part {
  readonly rows: readonly FireRow[];
  readonly next?: Cursor;
  /** Everything from it on is in this part or in one before. */
  readonly reaches: Instant;
}

/**
 * Lists what became of a tenant's fires, newest first. A renamed job's list goes on under the name it had before.
 *
 * @throws {NotFound} for a tenant that the ledger does not know.
 * @throws {CursorError} for a cursor that no page gave.
 */
export async function listHistory(archive: Archive, ask: HistoryAsk, now: Instant): Promise<HistoryPage> {
  const tenant = await knownTenant(archive, ask.tenant);
  const listing: Listing = {
    of: ask.each ? 'each fire' : 'fires',
    tenant: ask.tenant,
    job: ask.job,
  };
  const cursor = readCursor(ask.cursor, listing);
  const name = cursor.job ?? ask.job;
  const from = Math.max(ask.from ?? 0, tenant.floor);
  const end = Math.min(ask.until ?? unbounded, cursor.below ?? unbounded);
  const until = Math.min(end, cursor.until ?? unbounded);
  const part =
    ask.each && name !== undefined
      ? await eachPart(archive, { tenant: ask.tenant, job: name, from, until, limit: ask.limit })
      : await rowsPart(archive, ask, { tenant, name, from, end, cursor });
  const next = part.next ?? (await underEarlierName(archive, tenant, name, cursor, part.rows));
  const records = await Promise.all(part.rows.map((row) => fireRecord(archive, row)));
  const omitted = ask.omissions
    ? await listOmissions(archive, tenant, name, part.reaches, Math.min(until, now + 1))
    : { found: [], more: false };
  return {
    tenant: ask.tenant,
    now: formatInstant(now),
    ...(tenant.floor > 0 && { keptFrom: formatInstant(tenant.floor) }),
    rows: merge(records, omitted.found),
    ...(omitted.more && { moreOmissions: true }),
    ...(next && { next: writeCursor(next, listing) }),
  };
}

/** @throws {NotFound} for a tenant that the ledger does not know. */
export async function knownTenant(archive: Archive, tenant: string): Promise<TenantRow> {
  const row = await archive.tenant(tenant);
  if (row && row.revision > 0) return row;
  throw new NotFound('unknown-tenant', `nothing was ever in force for the tenant \`${tenant}\``);
}

async function rowsPart(
  { ledger }: Archive,
  { limit }: HistoryAsk,
  at: {
    readonly tenant: TenantRow;
    readonly name: string | undefined;
    readonly from: Instant;
    readonly end: Instant;
    readonly cursor: Cursor;
  },
): Promise<Part> {
  const { tenant, name, from, end, cursor } = at;
  const page = await readFires(ledger, {
    tenant: tenant.tenant,
    ...(name !== undefined && { job: name }),
    from,
    ...(end < unbounded && { until: end }),
    limit,
    ...(cursor.after !== undefined && { after: cursor.after }),
  });
  const oldest = page.rows.at(-1);
  if (page.next === undefined) return { rows: page.rows, reaches: from };
  const reaches = oldest?.scheduled ?? from;
  return { rows: page.rows, reaches, next: { ...cursor, after: page.next, until: reaches } };
}

interface EachAsk {
  readonly tenant: string;
  readonly job: string;
  readonly from: Instant;
  readonly until: Instant;
  readonly limit: number;
}

/** Stretches are cut between fires, so a page ends between two instants and the next one is asked for by time. */
async function eachPart(archive: Archive, { tenant, job, from, until, limit }: EachAsk): Promise<Part> {
  const { rows, complete } = await rowsFor(archive, { tenant, job, from, until, limit });
  const listed = await Promise.all(
    rows.map(async (row) =>
      eachFire(
        row,
        await contextOf(archive, tenant, job, row.body.createdBy),
        Math.max(from, complete),
        until,
      ),
    ),
  );
  const all = listed
    .flat()
    .filter(({ scheduled }) => scheduled >= complete)
    .sort((a, b) => b.scheduled - a.scheduled || (a.order < b.order ? -1 : 1));
  let end = Math.min(limit, all.length);
  // The other runs of a fire stay with it.
  while (end > 0 && end < all.length && all[end]!.scheduled === all[end - 1]!.scheduled) end++;
  const taken = all.slice(0, end);
  const reaches = end < all.length ? taken.at(-1)!.scheduled : Math.max(from, complete);
  const more = end < all.length || complete > from;
  return { rows: taken, reaches, ...(more && { next: { job, below: reaches } }) };
}

/**
 * Reads the rows that reach into `[from, until)`, until there are enough. Down to `complete` nothing is left out: rows
 * come by their first instant, and a stretch that begins earlier may reach above those read, but not above another
 * fire or stretch of the job.
 */
async function rowsFor(
  { ledger }: Archive,
  { tenant, job, from, until, limit }: EachAsk,
): Promise<{ readonly rows: readonly FireRow[]; readonly complete: Instant }> {
  const rows: FireRow[] = [];
  const bound = until === unbounded ? {} : { until };
  let after: string | undefined;
  do {
    const page = await readFires(ledger, {
      tenant,
      job,
      from,
      ...bound,
      limit: limit + 2,
      ...(after !== undefined && { after }),
    });
    rows.push(...page.rows);
    after = page.next;
  } while (after !== undefined && rows.filter(({ order }) => order === '').length < 2);
  if (after === undefined) return { rows, complete: from };
  return { rows, complete: rows.findLast(({ order }) => order === '')!.scheduled + 1 };
}

/**
 * Where the list ends of a job that had another name before: the list of that name, of what is older. Names may come
 * back, so a name under which nothing stands ends it.
 */
async function underEarlierName(
  archive: Archive,
  tenant: TenantRow,
  name: string | undefined,
  cursor: Cursor,
  rows: readonly FireRow[],
): Promise<Cursor | undefined> {
  const oldest = rows.at(-1);
  if (name === undefined || (!oldest && cursor.job !== undefined)) return undefined;
  const manifest = await archive.manifest(tenant.tenant, oldest?.body.createdBy ?? tenant.revision);
  const earlier = manifest && jobIn(manifest, tenant.tenant, name)?.meaning.renamedFrom;
  if (earlier === undefined) return undefined;
  const below = oldest?.scheduled ?? cursor.below;
  return { job: earlier, ...(below !== undefined && { below }) };
}

function merge(records: readonly FireRecord[], omitted: readonly OmissionRecord[]): readonly HistoryRow[] {
  if (omitted.length === 0) return records;
  const rows: HistoryRow[] = [];
  let next = 0;
  for (const record of records) {
    while (next < omitted.length && omitted[next]!.at > record.scheduled) rows.push(omitted[next++]!);
    rows.push(record);
  }
  return [...rows, ...omitted.slice(next)];
}
