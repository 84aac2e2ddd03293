import type { Instant } from '../../schema/time.ts';
import type { FireRow, Ledger, Watermark } from '../ledger/index.ts';
import { type ExpectedFire, expectedFires, type JobReign } from './expected-fires.ts';
import { instantText } from './expected-rows.ts';
import type { Find } from './proof-report.ts';

/** Rows that are read at once. */
const pageSize = 1_000;
/** Fires of one job that are named; the others are counted. */
const namedMost = 3;

export interface TenantFires {
  readonly tenant: string;
  readonly shard: number;
  /** By job. */
  readonly reigns: ReadonlyMap<string, readonly JobReign[]>;
  readonly floor: Instant;
  /** Rows of later entries are of fires that are not expected yet. */
  readonly upToSeq: number;
}

/**
 * Looks whether the fires of a tenant's jobs, counted from the revisions, each have exactly one row, and no row is of
 * another fire. Returns how many there are.
 */
export async function checkFires(ledger: Ledger, about: TenantFires, find: Find): Promise<number> {
  const { tenant, shard, reigns } = about;
  let count = 0;
  for (const [job, own] of reigns) {
    let wrong = 0;
    const say = (scheduled: Instant, what: string, seq?: number) => {
      wrong++;
      const more = wrong > namedMost ? undefined : `${tenant}/${job}@${instantText(scheduled)} ${what}`;
      if (more !== undefined)
        find({
          kind: 'fire',
          shard,
          tenant,
          job,
          scheduled,
          ...(seq !== undefined && { seq }),
          message: more,
        });
    };
    count += await checkJob(ledger, about, job, expectedFires(tenant, job, own), say);
    const left = wrong - namedMost;
    if (left > 0)
      find({ kind: 'fire', shard, tenant, job, message: `${tenant}/${job}: ${left} more fires like these` });
  }
  return count;
}

/** Goes through expected fires and rows side by side, both oldest first. */
async function checkJob(
  ledger: Ledger,
  { tenant, floor, upToSeq }: TenantFires,
  job: string,
  expected: Iterator<ExpectedFire>,
  say: (scheduled: Instant, what: string, seq?: number) => void,
): Promise<number> {
  let count = 0;
  let next = following(expected);
  const skipTo = (instant: Instant, isTold: boolean) => {
    while (next && next.scheduled < instant) {
      if (isTold && next.scheduled >= floor)
        say(next.scheduled, `is a fire of revision ${next.revision}, and has no fate`);
      next = following(expected);
    }
  };
  skipTo(floor, false);
  for await (const row of rowsOf(ledger, tenant, job, floor)) {
    if (row.scheduled < floor) {
      // A stretch over the floor: its first fires are not kept any more.
      skipTo(row.last + 1, false);
      continue;
    }
    if (row.seq > upToSeq) {
      if (next?.scheduled !== row.scheduled) continue;
    }
    skipTo(row.scheduled, true);
    if (next?.scheduled !== row.scheduled) {
      if (row.seq <= upToSeq) say(row.scheduled, 'has a fate, and is a fire of no revision', row.seq);
      continue;
    }
    const { revision, due } = next;
    if (row.body.createdBy !== revision)
      say(
        row.scheduled,
        `is a fire of revision ${revision}, and its row says ${row.body.createdBy}`,
        row.seq,
      );
    if (row.due !== due)
      say(row.scheduled, `was due at ${instantText(due)}, and its row says ${instantText(row.due)}`, row.seq);
    let inside = 0;
    let last = row.scheduled;
    while (next && next.scheduled <= row.last) {
      inside++;
      last = next.scheduled;
      next = following(expected);
    }
    count += inside;
    if (inside !== row.count || last !== row.last)
      say(row.scheduled, `begins a stretch of ${row.count} fires, where the schedule has ${inside}`, row.seq);
  }
  skipTo(Number.POSITIVE_INFINITY, true);
  return count;
}

function following(fires: Iterator<ExpectedFire>): ExpectedFire | undefined {
  const { value, done } = fires.next();
  return done ? undefined : (value as ExpectedFire);
}

async function* rowsOf(ledger: Ledger, tenant: string, job: string, from: Instant): AsyncGenerator<FireRow> {
  let after: string | undefined;
  do {
    const page = await ledger.fires({
      tenant,
      job,
      from,
      oldestFirst: true,
      limit: pageSize,
      ...(after !== undefined && { after }),
    });
    for (const row of page.rows) if (row.order === '') yield row;
    after = page.next;
  } while (after !== undefined);
}

/** Up to which due instant a watermark has decided a job's fires. */
export function decidedUpTo(tenant: string, job: string, { through, pass, cursor }: Watermark): Instant {
  if (cursor === '') return through;
  const [last = '', partly] = cursor.split(' ');
  const name = `${tenant}/${job}`;
  if (name === last) return partly === undefined ? pass : Math.max(through, Number(partly));
  return name < last ? pass : through;
}
