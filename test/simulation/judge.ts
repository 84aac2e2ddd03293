import { scheduleOf } from '../../compiler/index.ts';
import { fires as enumerate } from '../../compiler/time/index.ts';
import {
  entryHash,
  type FireRow,
  type JournalEntry,
  type RevisionRow,
  type RunRecord,
  stretchMost,
} from '../../runtime/ledger/index.ts';
import type { JobMeaning, Manifest } from '../../schema/manifest.ts';
import type { Played } from './play.ts';

export interface Judgement {
  /** In sentences; nothing where all is as the manifests say. */
  readonly wrong: readonly string[];
  /** How many reports are noted with runs that were over when they came. */
  readonly late: number;
}

/** Says what is wrong with what was played. */
export async function judge(played: Played): Promise<Judgement> {
  const wrong: string[] = [];
  const journals = await readJournals(played, wrong);
  const all: FireRow[] = [];
  for (const tenant of played.tenants) {
    const rows = await readRows(played, tenant);
    all.push(...rows);
    const spans = await readSpans(played, tenant);
    judgeFires(tenant, rows, spans, journals, played, wrong);
    judgeRuns(tenant, rows, spans, wrong);
  }
  judgeCounts(all, journals, wrong);
  judgeArrivals(all, played, wrong);
  judgeReports(all, played, wrong);
  await judgeApplies(played, wrong);
  return { wrong, late: all.reduce((sum, { body }) => sum + (body.run?.late?.length ?? 0), 0) };
}

interface Span {
  readonly revision: number;
  /** Fires scheduled in `(from, until]` exist by it. */
  readonly from: number;
  readonly until: number;
  readonly manifest: Manifest;
}

async function readJournals(
  { ledger, shardCount, until }: Played,
  wrong: string[],
): Promise<JournalEntry[][]> {
  const journals: JournalEntry[][] = [];
  for (let shard = 0; shard < shardCount; shard++) {
    const entries: JournalEntry[] = [];
    for (;;) {
      const some = await ledger.journal(shard, entries.length, 1_000);
      if (some.length === 0) break;
      entries.push(...some);
    }
    journals.push(entries);
    let before: JournalEntry | undefined;
    for (const entry of entries) {
      const place = `entry ${shard}/${entry.seq}`;
      const { hash, ...rest } = entry;
      if (entry.seq !== (before?.seq ?? 0) + 1) wrong.push(`${place} comes after ${before?.seq}`);
      if (entry.previous !== (before?.hash ?? '')) wrong.push(`${place} does not name the hash before it`);
      if (entryHash(rest) !== hash) wrong.push(`${place} does not have its own hash`);
      if (before && entry.now < before.now) wrong.push(`${place} goes back in time`);
      if (before && entry.watermark.through < before.watermark.through)
        wrong.push(`${place} moves the watermark back`);
      if (before && entry.inbox < before.inbox) wrong.push(`${place} moves back in the inbox`);
      before = entry;
    }
    const through = before?.watermark.through ?? 0;
    if (through < until - 90)
      wrong.push(`shard ${shard} has come to ${text(through)} only, at ${text(until)}`);
  }
  return journals;
}

async function readRows({ ledger }: Played, tenant: string): Promise<FireRow[]> {
  const rows: FireRow[] = [];
  for (let after: string | undefined; ; ) {
    const page = await ledger.fires({ tenant, oldestFirst: true, limit: 500, ...(after && { after }) });
    rows.push(...page.rows);
    if (page.next === undefined) return rows;
    after = page.next;
  }
}

async function readSpans({ ledger }: Played, tenant: string): Promise<Span[]> {
  const rows: RevisionRow[] = [];
  for (let after: string | undefined; ; ) {
    const page = await ledger.revisions(tenant, { limit: 50, ...(after && { after }) });
    rows.push(...page.rows);
    if (page.next === undefined) break;
    after = page.next;
  }
  rows.sort((a, b) => a.revision - b.revision);
  const spans: Span[] = [];
  for (const [index, row] of rows.entries()) {
    const bytes = (await ledger.blob(row.manifest))!;
    const manifest = JSON.parse(new TextDecoder().decode(bytes)) as Manifest;
    const until = rows[index + 1]?.inForceFrom ?? Number.POSITIVE_INFINITY;
    spans.push({ revision: row.revision, from: row.inForceFrom, until, manifest });
  }
  return spans;
}

/** One fate each: every instant that a manifest in force gives, and no other. */
function judgeFires(
  tenant: string,
  rows: readonly FireRow[],
  spans: readonly Span[],
  journals: readonly (readonly JournalEntry[])[],
  { calmFrom }: Played,
  wrong: string[],
): void {
  // The tenant's shard is the one that decided it.
  const through = Math.max(...journals.map((entries) => entries.at(-1)?.watermark.through ?? 0));
  const least = Math.min(...journals.map((entries) => entries.at(-1)?.watermark.through ?? 0));
  const byJob = new Map<string, FireRow[]>();
  for (const row of rows) byJob.set(row.job, [...(byJob.get(row.job) ?? []), row]);
  const names = new Set([
    ...byJob.keys(),
    ...spans.flatMap(({ manifest }) => Object.keys(manifest.tenants[tenant]!.jobs)),
  ]);
  for (const name of names) {
    const expected: { readonly at: number; readonly revision: number; readonly due: number }[] = [];
    for (const { revision, from, until, manifest } of spans) {
      const { jobs } = manifest.tenants[tenant]!;
      const job = Object.hasOwn(jobs, name) ? jobs[name]! : undefined;
      if (!job) continue;
      const offset = job.schedule.spread?.offset ?? 0;
      const list = enumerate(scheduleOf(manifest, tenant, job), from + 1, Math.min(until, through) + 1);
      for (let index = 0; index < list.count; index++) {
        const at = list.scheduled[index]!;
        expected.push({ at, revision, due: at + offset });
      }
    }
    const own = (byJob.get(name) ?? []).sort((a, b) => a.scheduled - b.scheduled);
    let next = 0;
    for (const row of own) {
      const label = `${tenant}/${name}@${text(row.scheduled)}`;
      if (row.order !== '') wrong.push(`${label} has an order`);
      if (row.last - row.scheduled >= stretchMost) wrong.push(`${label} is too long a stretch`);
      for (let count = 0; count < row.count; count++, next++) {
        if (count === 0)
          while (expected[next] && expected[next]!.at < row.scheduled) missing(expected[next++]!);
        const here = expected[next];
        if (!here) {
          wrong.push(`${label} has a fate and is no fire (${row.count} in a row)`);
          break;
        }
        if (count === 0 && here.at !== row.scheduled) wrong.push(`${label} has a fate and is no fire`);
        if (count === row.count - 1 && here.at !== row.last)
          wrong.push(`${label} goes to ${text(row.last)}, not ${text(here.at)}`);
        if (row.body.createdBy !== here.revision)
          wrong.push(`${label} is of revision ${here.revision}, not of ${row.body.createdBy}`);
        if (count === 0 && row.due !== here.due) wrong.push(`${label} was due at ${text(here.due)}`);
      }
      if (row.state === 'open' && row.body.cause === undefined)
        wrong.push(`${label} is open and waits for nothing`);
      if (row.state === 'open' && row.due < calmFrom && row.body.cause === 'waiting.spread')
        wrong.push(`${label} waits for its spread, long after it was due`);
    }
    while (expected[next]) missing(expected[next++]!);

    function missing(fire: { readonly at: number; readonly due: number }): void {
      // One that is not due yet has no row, unless an apply opened it.
      if (fire.due <= least) wrong.push(`${tenant}/${name}@${text(fire.at)} has no fate`);
    }
  }
}

/** What policies and caps promise, of what was recorded. */
function judgeRuns(tenant: string, rows: readonly FireRow[], spans: readonly Span[], wrong: string[]): void {
  const ofRevision = new Map(spans.map(({ revision, manifest }) => [revision, manifest.tenants[tenant]!]));
  const jobAt = (row: FireRow): JobMeaning | undefined => {
    const jobs = ofRevision.get(row.body.decidedBy ?? 0)?.jobs ?? {};
    return Object.hasOwn(jobs, row.job) ? jobs[row.job] : undefined;
  };
  const going = new Map<
    string,
    { readonly from: number; readonly to: number; readonly id: string; readonly free: boolean }[]
  >();
  for (const row of rows) {
    const label = `${tenant}/${row.job}@${text(row.scheduled)}`;
    const job = jobAt(row);
    const { decided, cause, run } = row.body;
    if (row.state === 'open') continue;
    if (run ? cause !== undefined : cause === undefined)
      wrong.push(`${label} has ${run ? 'a run and a cause' : 'neither run nor cause'}`);
    if (decided === undefined) wrong.push(`${label} has a fate and was never decided`);
    if (cause === 'revision-removed' ? job !== undefined : job === undefined)
      wrong.push(`${label}: ${cause}, decided by revision ${row.body.decidedBy}`);
    if (!job || decided === undefined) continue;
    const { horizon, lateAfter, overlap } = job.policy;
    const isLate = horizon !== 'unlimited' && decided > row.due + horizon;
    if (run && isLate) wrong.push(`${label} was dispatched past its horizon`);
    if (cause?.startsWith('expired') && !isLate) wrong.push(`${label} expired in time`);
    if (cause === 'catch-up.none' && decided - row.due <= lateAfter) wrong.push(`${label} was not missed`);
    if (run && decided < row.due) wrong.push(`${label} was dispatched before it was due`);
    if (!run) continue;
    if (row.state === 'over' && run.outcome === undefined) wrong.push(`${label} is over without an outcome`);
    const list = going.get(row.job) ?? [];
    going.set(row.job, list);
    if (!run.ends) {
      list.push({
        from: run.dispatched,
        to: run.endedAt ?? Number.POSITIVE_INFINITY,
        id: run.id,
        free: overlap === 'allow',
      });
    }
  }
  for (const list of going.values()) {
    // One that began and ended within a second was over before another of that second began, or nothing could tell.
    const goesOn = ({ from, to }: (typeof list)[number]) => (to > from ? 1 : 0);
    list.sort((a, b) => a.from - b.from || goesOn(a) - goesOn(b));
    let latest: (typeof list)[number] | undefined;
    for (const one of list) {
      if (latest && !one.free && one.from < latest.to)
        wrong.push(`${tenant}: ${one.id} began while ${latest.id} went on`);
      if (!latest || one.to > latest.to) latest = one;
    }
  }
  judgeCaps(tenant, rows, spans, wrong);
}

/** No more at once, and no more a minute, than any revision since allowed. */
function judgeCaps(tenant: string, rows: readonly FireRow[], spans: readonly Span[], wrong: string[]): void {
  const lanes = spans.map(
    ({ manifest }) =>
      manifest.tenants[tenant]!.tenant?.['lanes'] as { scheduled?: Record<string, number> } | undefined,
  );
  const cap = (name: string) =>
    Math.max(...lanes.map((lane) => lane?.scheduled?.[name] ?? Number.POSITIVE_INFINITY));
  const [mostAtOnce, mostAMinute] = [cap('maxConcurrent'), cap('maxPerMinute')];
  const minutes = new Map<number, number>();
  const changes: [number, number][] = [];
  for (const { body } of rows) {
    const { run } = body;
    if (!run) continue;
    const minute = Math.floor(run.dispatched / 60);
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
    if (run.ends) continue;
    changes.push([run.dispatched, 1]);
    if (run.endedAt !== undefined) changes.push([run.endedAt, -1]);
  }
  for (const [minute, count] of minutes) {
    if (count > mostAMinute)
      wrong.push(
        `${tenant}: ${count} dispatched in the minute of ${text(minute * 60)}, at most ${mostAMinute}`,
      );
  }
  changes.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  let now = 0;
  for (const [at, by] of changes) {
    now += by;
    if (now > mostAtOnce) wrong.push(`${tenant}: ${now} runs at once at ${text(at)}, at most ${mostAtOnce}`);
  }
}

/** What the journal counted is what the rows say: a fire decided twice is counted twice. */
function judgeCounts(
  rows: readonly FireRow[],
  journals: readonly (readonly JournalEntry[])[],
  wrong: string[],
): void {
  const counted = new Map<string, number>();
  for (const { body } of journals.flat()) {
    for (const [word, count] of Object.entries(body.counts))
      counted.set(word, (counted.get(word) ?? 0) + count);
  }
  const found = new Map<string, number>();
  const add = (word: string, count: number) => found.set(word, (found.get(word) ?? 0) + count);
  for (const { state, count, body } of rows) {
    if (state === 'open') continue;
    if (!body.run) add(body.cause!, count);
    else {
      add('dispatched', 1);
      if (body.run.outcome !== undefined) add(`ended.${body.run.outcome}`, 1);
    }
  }
  for (const word of new Set([...counted.keys(), ...found.keys()])) {
    // Waits come to an end, and letters that came too late changed nothing.
    if (word.startsWith('waiting.') || word === 'late') continue;
    const [said, is] = [counted.get(word) ?? 0, found.get(word) ?? 0];
    if (said !== is) wrong.push(`the journal counts ${said} ${word}, the rows say ${is}`);
  }
}

/** Each run arrived, under its one name; and nothing arrived that was never decided. */
function judgeArrivals(rows: readonly FireRow[], { arrivals, until }: Played, wrong: string[]): void {
  const arrived = new Map<string, number>();
  const runs = new Map<string, FireRow>();
  for (const row of rows) if (row.body.run) runs.set(`${row.tenant} ${row.body.run.id}`, row);
  for (const { tenant, run, scheduled, window } of arrivals) {
    const key = `${tenant} ${run}`;
    arrived.set(key, (arrived.get(key) ?? 0) + 1);
    const row = runs.get(key);
    if (!row) wrong.push(`${key} arrived and was never dispatched`);
    else if (
      row.scheduled !== scheduled ||
      row.body.run!.window.from !== window.from ||
      row.body.run!.window.to !== window.to
    )
      wrong.push(`${key} arrived with another instant or window`);
  }
  for (const [key, { body, state }] of runs) {
    const { outcome, dispatched } = body.run!;
    const isExcused = outcome === 'lost' || outcome === 'undelivered' || outcome === 'cancelled';
    const isFresh = state === 'going' && dispatched > until - 5;
    if (!arrived.has(key) && !isExcused && !isFresh) wrong.push(`${key} never arrived (${outcome ?? state})`);
  }
}

/** What a service said of the end is with its run, whichever word ended it; of an earlier attempt it need not be. */
function judgeReports(rows: readonly FireRow[], { reports, until }: Played, wrong: string[]): void {
  const runs = new Map<string, RunRecord>();
  for (const { tenant, body } of rows) if (body.run) runs.set(`${tenant} ${body.run.id}`, body.run);
  for (const { tenant, run: id, attempt, report, at } of reports) {
    const run = runs.get(`${tenant} ${id}`);
    if (!run) wrong.push(`${tenant} ${id} reported and was never dispatched`);
    // What was posted last of all may not be taken in yet.
    if (!run || run.attempts.length > attempt || at > (until - 60) * 1_000) continue;
    const kept = [run.report, ...(run.late ?? []).map((late) => late.report)];
    if (!kept.some((one) => JSON.stringify(one) === JSON.stringify(report)))
      wrong.push(`${tenant} ${id} (${run.outcome ?? 'going'}) has not what it reported`);
  }
}

/** Every order has one answer, and what was accepted is in force in turn. */
async function judgeApplies({ ledger, applies, tenants }: Played, wrong: string[]): Promise<void> {
  const accepted = new Map<string, number>();
  for (const [request, { tenant, manifest }] of applies) {
    const answer = await ledger.answer(tenant, request);
    if (!answer) wrong.push(`${request} was never answered`);
    if (answer?.revision === undefined) continue;
    accepted.set(tenant, (accepted.get(tenant) ?? 0) + 1);
    const row = await ledger.revision(tenant, answer.revision);
    const bytes = row && (await ledger.blob(row.manifest));
    const kept = bytes && (JSON.parse(new TextDecoder().decode(bytes)) as Manifest);
    if (kept?.digest !== manifest.digest)
      wrong.push(`revision ${answer.revision} of ${tenant} is not what ${request} ordered`);
  }
  for (const tenant of tenants) {
    const { rows } = await ledger.revisions(tenant, { limit: 50 });
    if (rows.length !== (accepted.get(tenant) ?? 0))
      wrong.push(`${tenant} has ${rows.length} revisions for ${accepted.get(tenant) ?? 0} orders`);
  }
}

function text(instant: number): string {
  return Number.isFinite(instant) ? new Date(instant * 1000).toISOString().slice(0, 19) : String(instant);
}
