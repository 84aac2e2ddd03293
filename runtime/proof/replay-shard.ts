import { canonicalJson, digestOf } from '../../compiler/index.ts';
import type { Manifest } from '../../schema/manifest.ts';
import {
  type AnswerRow,
  entryHash,
  type InboxLetter,
  type JournalEntry,
  type Ledger,
  type RevisionRow,
  type RunRef,
  type TenantRow,
} from '../ledger/index.ts';
import { type Draft, openShard, readCheckpoint, replayInput, type Shard } from '../shard/index.ts';
import type { BlobReader } from './blob-reader.ts';
import { type ExpectedRows, expectRow } from './expected-rows.ts';
import { createLateRows, type LateRow } from './late-rows.ts';
import { letterReader } from './letter-reader.ts';
import type { Find } from './proof-report.ts';

/** What deciding a shard's journal again has given. */
export interface ReplayedShard {
  readonly shard: number;
  /** The entry that it began behind: 0 where it began with the first one, else that of a checkpoint. */
  readonly from: number;
  /** The last entry that came out the same; undefined where there is no journal. */
  readonly head: JournalEntry | undefined;
  /** Whether that is the last entry that there is. */
  readonly isWhole: boolean;
  readonly entries: number;
  readonly letters: number;
  readonly rows: ExpectedRows;
  readonly tenants: ReadonlyMap<string, TenantRow>;
  readonly revisions: readonly RevisionRow[];
  readonly answers: readonly AnswerRow[];
  /** Hashes of the entries that were asked for, as they are in the journal. */
  readonly hashes: ReadonlyMap<number, string>;
}

export interface ReplayAsk {
  readonly shard: number;
  /** The entry up to which it goes. */
  readonly upTo: number;
  /** Entries whose hashes are wanted. */
  readonly wanted: ReadonlySet<number>;
}

/** Entries that are read at once. */
const pageSize = 500;

/**
 * Goes through a shard's journal: looks whether each entry hashes to what it says and follows the one before, and makes
 * it again from the letters that it took in. Behind the first entry that comes out otherwise only hashes are looked at,
 * for what a shard is then is not what it was.
 */
export async function replayShard(
  ledger: Ledger,
  { shard: number, upTo, wanted }: ReplayAsk,
  blobs: BlobReader,
  find: Find,
  progress: (entries: number) => void,
): Promise<ReplayedShard> {
  const found = {
    from: 0,
    head: undefined as JournalEntry | undefined,
    entries: 0,
    letters: 0,
    rows: new Map() as ExpectedRows,
    tenants: new Map<string, TenantRow>(),
    revisions: [] as RevisionRow[],
    answers: [] as AnswerRow[],
    hashes: new Map<number, string>(),
  };
  const late = createLateRows(ledger, found.rows, () => found.from);
  let shard: Shard | undefined;
  let inbox = letterReader(ledger, number, '');
  let previous: JournalEntry | undefined;
  let isBroken = false;
  const say = (kind: 'entry' | 'letter' | 'decision', entry: JournalEntry, message: string) =>
    find({ kind, shard: number, seq: entry.seq, message });

  for await (const entry of entriesOf(ledger, number, upTo)) {
    found.entries++;
    progress(1);
    if (wanted.has(entry.seq)) found.hashes.set(entry.seq, entry.hash);
    const { hash, ...rest } = entry;
    if (entryHash(rest) !== hash) say('entry', entry, 'its hash is not that of what it says');
    if (!previous) {
      const begun = await begin(entry);
      if (begun === 'checkpoint') {
        previous = entry;
        continue;
      }
      if (begun === undefined) isBroken = true;
    } else checkChain(previous, entry);
    previous = entry;
    if (!isBroken) isBroken = !(await again(entry));
    if (!isBroken) found.head = entry;
  }
  if (previous && previous.seq < upTo)
    find({ kind: 'entry', shard: number, seq: upTo, message: `the journal ends at entry ${previous.seq}` });
  return { shard: number, ...found, isWhole: !isBroken && found.head?.seq === upTo };

  /** Opens the shard where the journal begins. */
  async function begin(entry: JournalEntry): Promise<'genesis' | 'checkpoint' | undefined> {
    if (entry.seq === 1) {
      if (entry.previous !== '') say('entry', entry, 'it is the first, and names one before it');
      const record = { shard: number, head: undefined, going: [], tenants: [], manifests: new Map() };
      shard = openShard({ ...record, now: entry.now });
      return 'genesis';
    }
    const { checkpoint } = entry.body;
    if (checkpoint === undefined) {
      say(
        'entry',
        entry,
        'the journal begins with it, though it has no checkpoint: what came before is missing',
      );
      return undefined;
    }
    const { tenants, going } = readCheckpoint(checkpoint);
    const manifests = new Map<string, Manifest>();
    for (const row of tenants) {
      found.tenants.set(row.tenant, row);
      if (row.manifest === '') continue;
      const manifest = await blobs.manifest(row.manifest);
      if (manifest) manifests.set(row.manifest, manifest);
    }
    if (manifests.size < new Set(tenants.map(({ manifest }) => manifest).filter(Boolean)).size) {
      say('decision', entry, "it can't be gone on from: the bytes of a manifest are missing or changed");
      return undefined;
    }
    for (const row of going) expectRow(found.rows, row);
    shard = openShard({ shard: number, head: entry, going, tenants, manifests, now: entry.now });
    inbox = letterReader(ledger, number, entry.inbox);
    found.from = entry.seq;
    found.head = entry;
    return 'checkpoint';
  }

  function checkChain(before: JournalEntry, entry: JournalEntry): void {
    if (entry.seq !== before.seq + 1) {
      const first = before.seq + 1;
      const which =
        entry.seq - 1 === first ? `entry ${first} is` : `entries ${first} to ${entry.seq - 1} are`;
      say('entry', entry, `${which} missing before it`);
      isBroken = true;
    } else if (entry.previous !== before.hash)
      say('entry', entry, `it does not follow entry ${before.seq} as that is now`);
    if (entry.now < before.now) say('entry', entry, 'its clock is behind that of the entry before');
  }

  /** Makes an entry again; returns whether it came out the same. */
  async function again(entry: JournalEntry): Promise<boolean> {
    const { taken } = entry.body;
    const letters = taken ? await inbox.upTo(entry.inbox) : [];
    const fault = taken && letterFault(letters, taken, entry.inbox);
    if (fault !== undefined) {
      say('letter', entry, fault);
      return false;
    }
    found.letters += letters.length;
    const input = replayInput(entry, letters, await manifestsOf(letters));
    const over = await overOf(entry.seq, shard!.lateRuns(input));
    const rows = new Map([...over].map(([run, { row }]) => [run, row]));
    const draft = shard!.draft({ ...input, over: rows, always: true });
    const differs = draft ? differences(draft, entry) : ['that there is one at all'];
    if (differs.length > 0) {
      say('decision', entry, `made again, it differs in ${differs.join(', ')}`);
      return false;
    }
    shard!.accept(draft!, entry.hash);
    for (const { row } of draft!.fires) {
      expectRow(found.rows, row, over.get(`${row.tenant}/${row.body.run?.id}`)?.isOlder);
      late.wrote(row);
    }
    for (const row of draft!.tenants) found.tenants.set(row.tenant, row);
    found.revisions.push(...draft!.revisions);
    found.answers.push(...draft!.answers);
    return true;
  }

  /** Rows of runs that were over when they were told to have finished. */
  async function overOf(seq: number, runs: readonly RunRef[]): Promise<ReadonlyMap<string, LateRow>> {
    const rows = await Promise.all(runs.map((run) => late.before(seq, run)));
    return new Map(
      runs.flatMap(({ tenant, run }, index) => (rows[index] ? [[`${tenant}/${run}`, rows[index]]] : [])),
    );
  }

  async function manifestsOf(letters: readonly InboxLetter[]): Promise<ReadonlyMap<string, Manifest>> {
    const manifests = new Map<string, Manifest>();
    for (const { letter } of letters) {
      if (letter.kind !== 'apply') continue;
      const manifest = await blobs.manifest(letter.manifest);
      if (manifest) manifests.set(letter.manifest, manifest);
    }
    return manifests;
  }
}

async function* entriesOf(ledger: Ledger, shard: number, upTo: number): AsyncGenerator<JournalEntry> {
  for (let after = 0; after < upTo; ) {
    const page = await ledger.journal(shard, after, pageSize);
    for (const entry of page) if (entry.seq <= upTo) yield entry;
    if (page.length < pageSize) return;
    after = page.at(-1)!.seq;
  }
}

/** Says what is wrong with the letters that an entry took in, as they lie in the inbox. */
function letterFault(
  letters: readonly InboxLetter[],
  taken: NonNullable<JournalEntry['body']['taken']>,
  position: string,
): string | undefined {
  if (letters.length !== taken.count)
    return `it took in ${taken.count} ${taken.count === 1 ? 'letter' : 'letters'}, and ${letters.length} are there`;
  if (letters.at(-1)?.position !== position) return 'the last letter that it took in is not there';
  if (digestOf(letters) === taken.digest) return undefined;
  const kinds = letters.map(({ letter }) => letterText(letter)).slice(0, 5);
  return `the letters that it took in are not as they were: ${kinds.join(', ')}${letters.length > 5 ? ', ...' : ''}`;
}

function letterText(letter: InboxLetter['letter']): string {
  if ('run' in letter) return `${letter.kind} of ${letter.tenant}/${letter.run}`;
  return `${letter.kind} for ${letter.tenant}`;
}

/** Names what an entry that is made again has otherwise. */
function differences(draft: Draft, entry: JournalEntry): readonly string[] {
  const { body: madeBody, ...made } = draft.entry;
  const { body, owner: _, nonce: __, hash: ___, ...said } = entry;
  const differ = (a: object, b: object) => {
    const [x, y] = [a as Record<string, unknown>, b as Record<string, unknown>];
    return [...new Set([...Object.keys(x), ...Object.keys(y)])].filter(
      (key) => textOf(x[key]) !== textOf(y[key]),
    );
  };
  return [...differ(made, said), ...differ(madeBody, body)].map((key) => words[key] ?? key);
}

function textOf(value: unknown): string {
  return value === undefined ? '' : canonicalJson(value);
}

const words: Readonly<Record<string, string>> = {
  decisions: 'the digest of its decisions',
  counts: 'how many fires got which fate',
  taken: 'the letters that it took in',
  watermark: 'where it has come to',
  previous: 'the entry before it',
  checkpoint: 'its checkpoint',
};
