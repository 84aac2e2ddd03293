import type { Instant } from '../../schema/time.ts';
import { type FireRow, type Ledger, shardOf } from '../ledger/index.ts';
import { type Anchor, checkAnchors } from './anchor.ts';
import { blobReader } from './blob-reader.ts';
import { checkFires } from './check-fires.ts';
import { checkRevisions, checkTenant, reignsOf, revisionsOf } from './check-revisions.ts';
import { checkRows } from './check-rows.ts';
import { checkWaiting } from './check-waiting.ts';
import type { Find, ProofFinding, ProofReport } from './proof-report.ts';
import { type ReplayedShard, replayShard } from './replay-shard.ts';

export interface VerifyOptions {
  /** Only the shards of these; with their neighbours there, whose decisions are in the same journal. */
  readonly tenants?: readonly string[];
  /** What somebody outside has kept. */
  readonly anchors?: readonly Anchor[];
  /** Told as it goes on, at most once for each entry and tenant. */
  readonly progress?: (progress: VerifyProgress) => void;
}

export interface VerifyProgress {
  readonly what: 'entries' | 'tenants';
  readonly done: number;
  readonly of: number;
}

/** Findings that are told; of a broken ledger there are as many as there are rows. */
const findingsMost = 1_000;

/**
 * Proves a ledger's record: that its journals are whole and chained, that every decision in them comes out the same
 * when it is made again, that the rows are those that the decisions wrote, and that every fire that the revisions
 * called for has exactly one fate. It reads and writes nothing, also beside workers that go on: entries behind the head
 * that a journal had at the beginning are not looked at.
 *
 * @throws where the ledger can't be reached.
 */
export async function verify(ledger: Ledger, options: VerifyOptions = {}): Promise<ProofReport> {
  const { tenants: wanted, anchors = [], progress = () => {} } = options;
  const { id, shardCount } = await ledger.meta();
  const { now } = await ledger.clock();
  const findings: ProofFinding[] = [];
  let more = 0;
  const find: Find = (finding) => {
    if (findings.length < findingsMost) findings.push(finding);
    else more++;
  };
  const sums = {
    entries: 0,
    letters: 0,
    tenants: 0,
    revisions: 0,
    rows: 0,
    fires: 0,
    olderRows: 0,
    anchored: 0,
  };
  const notKeptBefore: Record<string, Instant> = {};
  const shards = wanted
    ? [...new Set(wanted.map((tenant) => shardOf(tenant, shardCount)))].sort((a, b) => a - b)
    : Array.from({ length: shardCount }, (_, shard) => shard);
  const foreign = anchors.find(({ ledger: other }) => other !== id);
  if (foreign)
    find({ kind: 'anchor', shard: 0, message: `an anchor is of another ledger, ${foreign.ledger}` });
  const kept = anchors.filter(({ ledger: other }) => other === id).flatMap(({ heads }) => heads);
  const heads = await ledger.heads(shards);
  const all = heads.reduce((sum, head) => sum + (head?.seq ?? 0), 0);
  let done = 0;
  for (const [index, shard] of shards.entries()) {
    const blobs = blobReader(ledger);
    const own = kept.filter((head) => head.shard === shard);
    const replayed = await replayShard(
      ledger,
      { shard, upTo: heads[index]?.seq ?? 0, wanted: new Set(own.map(({ seq }) => seq)) },
      blobs,
      find,
      (entries) => {
        done += entries;
        progress({ what: 'entries', done, of: all });
      },
    );
    done += Math.max(0, replayed.from - 1);
    sums.entries += replayed.entries;
    sums.letters += replayed.letters;
    sums.anchored += checkAnchors(own, replayed, find);
    const rows = await ledger.tenants(shard);
    const names = [...new Set([...replayed.tenants.keys(), ...rows.map(({ tenant }) => tenant)])].sort();
    const isStill = (await ledger.heads([shard]))[0]?.seq === heads[index]?.seq;
    const open = new Map<string, readonly FireRow[]>();
    for (const [at, tenant] of names.entries()) {
      progress({ what: 'tenants', done: at, of: names.length });
      const row = rows.find((one) => one.tenant === tenant);
      const floor = row?.floor ?? 0;
      if (floor > 0) notKeptBefore[tenant] = floor;
      if (isStill) checkTenant(tenant, row, replayed, find);
      const stored = await revisionsOf(ledger, tenant, replayed.head?.seq ?? 0);
      await checkRevisions(ledger, tenant, stored, replayed, blobs, floor, find);
      const counted = await checkRows(ledger, tenant, replayed, floor, find);
      open.set(tenant, counted.open);
      sums.tenants++;
      sums.revisions += stored.length;
      sums.rows += counted.compared;
      sums.olderRows += counted.older;
      sums.fires += await firesOf(tenant, stored, replayed, floor, blobs);
    }
    await checkWaiting(ledger, { shard, open, upToSeq: replayed.head?.seq ?? 0 }, find);
  }
  return {
    formatVersion: 1,
    ledger: id,
    at: Math.floor(now / 1000),
    shards: shards.length,
    ...sums,
    notKeptBefore,
    findings,
    more,
  };

  /** Counts from the revisions. Where the journal breaks off, so does what they must have led to. */
  async function firesOf(
    tenant: string,
    stored: Awaited<ReturnType<typeof revisionsOf>>,
    replayed: ReplayedShard,
    floor: Instant,
    blobs: ReturnType<typeof blobReader>,
  ): Promise<number> {
    const { shard, head, from } = replayed;
    if (!head) return 0;
    const reigns = await reignsOf(tenant, stored, replayed, blobs);
    // What was decided before a checkpoint is in rows of its time, from the floor on.
    const about = { tenant, shard, reigns, floor, upToSeq: Math.max(head.seq, from) };
    return await checkFires(ledger, about, find);
  }
}
