import { formatInstant, spanText } from '../../compiler/index.ts';
import type { BacklogWord, ShardBacklog } from '../../schema/backlog.ts';
import type { Instant } from '../../schema/time.ts';
import type { FireRow, JournalEntry, TenantRow } from '../ledger/index.ts';
import type { Archive } from './archive.ts';
import { arrivalsOf } from './arrivals.ts';
import { undecided } from './undecided.ts';

/** What of a shard is looked at. */
export interface ShardAsk {
  readonly shard: number;
  readonly head: JournalEntry | undefined;
  /** All its tenants, or the one that is asked about. */
  readonly tenants: readonly TenantRow[];
  readonly isOfOneTenant: boolean;
  readonly unread: number;
}

/** Rates are taken over the last minutes. */
const rateSpan = 300;
const entriesMost = 5000;
const rowsMost = 1000;
/** An idle shard writes once a minute; one that has not for so long has nobody who works on it. */
const silentAfter = 90;
/** With something to do a shard writes every second. */
const stalledAfter = 15;
const lookAhead = 86_400;

/** Causes for which a fire waits though the platform does all it can. */
const isHeld = (word: string) => word.startsWith('waiting.');

/** Measures whether one shard keeps up: what waits and for what, how fast it decides, when it will have caught up. */
export async function shardBacklog(archive: Archive, ask: ShardAsk, now: Instant): Promise<ShardBacklog> {
  const { shard, head, tenants } = ask;
  const open = await archive.ledger.waiting(
    ask.isOfOneTenant ? { tenant: tenants[0]!.tenant } : { shard },
    rowsMost,
  );
  const late = await undecidedIn(archive, ask, open, now);
  const due = open.filter((row) => row.due <= now && row.body.cause !== 'waiting.spread');
  const waiting = countBy(open, wordOf);
  const unseen = due.filter((row) => !isHeld(wordOf(row))).length + late.count;
  const decided = await decidedRate(archive, shard, now);
  const isBusy = unseen > 0 || due.length > 0 || ask.unread > 0;
  const arrivals = isBusy ? await arrivalsOf(archive, tenants, now, lookAhead) : undefined;
  const duePerSecond = arrivals ? arrivals.countWithin(3600) / 3600 : 0;
  const drainedBy = unseen > 0 && arrivals ? drained(unseen, decided, arrivals.countWithin, now) : undefined;
  const state = { ask, unseen, held: due.length, drainedBy, now };
  const word = wordFor(state);
  const oldest = oldestOf(due, late.oldest, now);
  const through = head?.watermark.through;
  return {
    shard,
    tenantCount: tenants.length,
    word,
    sentence: sentenceFor(word, state),
    ...(through !== undefined && { decidedThrough: formatInstant(through) }),
    ...(head && { lastEntry: formatInstant(head.now) }),
    lag: through === undefined ? 0 : Math.max(0, now - through),
    ...(oldest && { oldest }),
    waiting,
    undecided: unseen,
    ...(open.length === rowsMost && { atLeast: true }),
    unread: ask.unread,
    decidedPerMinute: round(decided * 60),
    duePerMinute: round(duePerSecond * 60),
    ...(drainedBy !== undefined && word === 'draining' && { drainedBy: formatInstant(drainedBy) }),
  };
}

const wordOf = ({ body }: FireRow): string => body.cause ?? 'undecided';

interface Late {
  readonly count: number;
  readonly oldest?: { readonly job: string; readonly scheduled: Instant; readonly due: Instant };
}

async function undecidedIn(
  archive: Archive,
  { tenants }: ShardAsk,
  open: readonly FireRow[],
  now: Instant,
): Promise<Late> {
  let count = 0;
  let oldest: Late['oldest'];
  for (const tenant of tenants) {
    const mine = open.filter((row) => row.tenant === tenant.tenant);
    for (const { context, first, count: fires } of await undecided(archive, tenant, { open: mine }, now)) {
      count += fires;
      const due = first + context.subject.spread;
      if (!oldest || due < oldest.due) oldest = { job: context.job.id, scheduled: first, due };
    }
  }
  return { count, ...(oldest && { oldest }) };
}

/** Fires that got their fate, a second, over the last minutes, from the first entry on that gave one. */
async function decidedRate({ ledger }: Archive, shard: number, now: Instant): Promise<number> {
  const entries = await ledger.journalBetween(shard, now - rateSpan, now + 1, entriesMost);
  const busy = entries.filter((entry) => fatesIn(entry) > 0);
  const first = busy.at(-1);
  if (!first) return 0;
  const fates = busy.reduce((sum, entry) => sum + fatesIn(entry), 0);
  return fates / Math.max(1, now - first.now);
}

function fatesIn({ body: { counts } }: JournalEntry): number {
  return Object.entries(counts)
    .filter(([name]) => !isHeld(name) && !name.startsWith('ended.'))
    .reduce((sum, [, count]) => sum + count, 0);
}

/** When what is undecided and what falls due until then is decided at this rate; undefined: not within a day. */
function drained(
  undecidedCount: number,
  rate: number,
  arriving: (seconds: number) => number,
  now: Instant,
): Instant | undefined {
  if (rate <= 0) return undefined;
  for (let span = undecidedCount / rate; span <= lookAhead; ) {
    const needed = (undecidedCount + arriving(span)) / rate;
    if (needed <= span + 1) return now + Math.ceil(needed);
    span = Math.max(needed, span + 1);
  }
  return undefined;
}

interface State {
  readonly ask: ShardAsk;
  readonly unseen: number;
  readonly held: number;
  readonly drainedBy: Instant | undefined;
  readonly now: Instant;
}

function wordFor({ ask: { head, unread, tenants }, unseen, held, drainedBy, now }: State): BacklogWord {
  const silent = head === undefined ? Number.POSITIVE_INFINITY : now - head.now;
  const hasWork = unseen > 0 || unread > 0;
  if (hasWork && silent > stalledAfter) return 'stuck';
  if (tenants.length > 0 && silent > silentAfter) return 'stuck';
  if (unseen > 0) return drainedBy === undefined ? 'growing' : 'draining';
  return held > 0 ? 'held' : 'idle';
}

function sentenceFor(word: BacklogWord, { ask, unseen, held, drainedBy, now }: State): string {
  const { head, unread } = ask;
  const undecidedText = plural(unseen, 'fire is', 'fires are');
  switch (word) {
    case 'idle':
      return 'nothing that is due waits';
    case 'held':
      return `${plural(held, 'fire waits', 'fires wait')} for what tenants declared or ordered; the platform keeps up`;
    case 'draining':
      return `draining until ${clockText(drainedBy!)}: ${undecidedText} due and undecided`;
    case 'growing':
      return `growing: ${undecidedText} due and undecided, and at this rate they will be more tomorrow`;
    case 'stuck': {
      const since = head
        ? `no entry since ${clockText(head.now)}, ${spanText(now - head.now)} ago`
        : 'no entry yet';
      const letters = unread > 0 ? `, ${plural(unread, 'letter is', 'letters are')} not taken in` : '';
      const fires = unseen > 0 ? `, ${undecidedText} due and undecided` : '';
      return `stuck: ${since}${fires}${letters}; no replica works on it, or none can`;
    }
  }
}

function oldestOf(due: readonly FireRow[], late: Late['oldest'], now: Instant): ShardBacklog['oldest'] {
  const row = due[0];
  if (row && (!late || row.due <= late.due)) {
    return {
      job: `${row.tenant}/${row.job}`,
      scheduled: formatInstant(row.scheduled),
      due: formatInstant(row.due),
      age: now - row.due,
      word: wordOf(row),
    };
  }
  if (!late) return undefined;
  return {
    job: late.job,
    scheduled: formatInstant(late.scheduled),
    due: formatInstant(late.due),
    age: now - late.due,
    word: 'undecided',
  };
}

function countBy(rows: readonly FireRow[], wordFor: (row: FireRow) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const row of rows) counts[wordFor(row)] = (counts[wordFor(row)] ?? 0) + row.count;
  return counts;
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `07:41Z`, or with its date where it is more than half a day off. */
function clockText(instant: Instant): string {
  return `${formatInstant(instant).slice(11, 16)}Z`;
}

function round(rate: number): number {
  return Math.round(rate * 10) / 10;
}
