import { digestOf } from '../../../compiler/index.ts';
import type {
  AnswerRow,
  FireRow,
  InboxLetter,
  JournalEntry,
  Letter,
  RevisionRow,
  TenantRow,
} from '../../../runtime/ledger/index.ts';
import { entryHash } from '../../../runtime/ledger/index.ts';
import type { Cancel, Delivery, Draft, DraftInput, Shard } from '../../../runtime/shard/index.ts';
import { openShard } from '../../../runtime/shard/index.ts';
import type { Manifest } from '../../../schema/manifest.ts';
import type { Instant, Seconds } from '../../../schema/time.ts';

/** How a target answers a delivery; undefined: never. */
export type Answers = (
  delivery: Delivery,
) => { readonly after: Seconds; readonly letter: (at: Instant) => Letter } | undefined;

export interface StageOptions {
  readonly start: Instant;
  readonly rowsMost?: number;
  readonly answers?: Answers;
  /** How long a target takes to cancel a run. */
  readonly cancelTakes?: (cancel: Cancel) => Seconds | undefined;
}

/** One recorded entry with all that was committed with it, and what it was drafted from. */
export interface Recorded {
  readonly entry: JournalEntry;
  readonly draft: Draft;
  readonly input: DraftInput;
}

/**
 * A shard with a ledger of arrays, a clock that is told and targets that answer as they are told to: what a replica
 * does, without time.
 */
export interface Stage {
  readonly shard: Shard;
  readonly entries: readonly Recorded[];
  readonly rows: ReadonlyMap<string, FireRow>;
  readonly tenants: ReadonlyMap<string, TenantRow>;
  readonly manifests: ReadonlyMap<string, Manifest>;
  readonly revisions: readonly RevisionRow[];
  readonly answers: readonly AnswerRow[];
  readonly deliveries: readonly (Delivery & { readonly at: Instant })[];
  readonly cancels: readonly (Cancel & { readonly at: Instant })[];
  post(letter: Letter): void;
  tell(letter: Letter): void;
  apply(tenant: string, manifest: Manifest, request?: string): void;
  /** Drafts and commits at an instant until there is nothing more to say, or so many entries. */
  tick(now: Instant, entriesMost?: number): void;
  /** Ticks at each wake and answer up to an instant. */
  run(until: Instant): void;
  /** When something happens next: a wake, or an answer of a target. */
  next(): Instant;
  /** Moves floors in the next entry, which carries a checkpoint then. */
  moveFloors(floors: Readonly<Record<string, Instant>>): void;
  /** Opens the shard again from the ledger, as another replica would. */
  reopen(): void;
  /** The same from the last entry's checkpoint, and nothing else. */
  reopenFromCheckpoint(): void;
}

export function createStage({
  start,
  rowsMost = 1_000,
  answers = succeedAtOnce,
  cancelTakes = () => 0,
}: StageOptions): Stage {
  const rows = new Map<string, FireRow>();
  const tenants = new Map<string, TenantRow>();
  const manifests = new Map<string, Manifest>();
  const entries: Recorded[] = [];
  const revisions: RevisionRow[] = [];
  const answered: AnswerRow[] = [];
  const deliveries: (Delivery & { at: Instant })[] = [];
  const cancels: (Cancel & { at: Instant })[] = [];
  const inbox: InboxLetter[] = [];
  const own: Letter[] = [];
  /** Answers on their way. */
  let coming: { at: Instant; letter: Letter; run: string }[] = [];
  const open = () =>
    openShard({
      shard: 3,
      head: entries.at(-1)?.entry,
      going: [...rows.values()].filter(({ state }) => state !== 'over'),
      tenants: [...tenants.values()],
      manifests,
      now: start,
    });
  let shard = open();
  let floors: DraftInput['floors'];

  const commit = (draft: Draft, input: DraftInput, now: Instant) => {
    const unsigned = { ...draft.entry, owner: 'me', nonce: `${draft.entry.seq}` };
    const entry = { ...unsigned, hash: entryHash(unsigned) };
    for (const { row, was } of draft.fires) {
      const key = `${row.tenant}/${row.job}@${row.scheduled}#${row.order}`;
      if (rows.get(key)?.state !== was) throw new Error(`${key} was ${rows.get(key)?.state}, not ${was}`);
      rows.set(key, row);
    }
    for (const row of draft.tenants) tenants.set(row.tenant, row);
    revisions.push(...draft.revisions);
    answered.push(...draft.answers);
    entries.push({ entry, draft, input });
    shard.accept(draft, entry.hash);
    for (const delivery of draft.deliveries) {
      deliveries.push({ ...delivery, at: now });
      const answer = answers(delivery);
      if (answer)
        coming.push({
          at: now + answer.after,
          letter: answer.letter(now + answer.after),
          run: delivery.run.id,
        });
    }
    for (const cancel of draft.cancels) {
      cancels.push({ ...cancel, at: now });
      const takes = cancelTakes(cancel);
      if (takes === undefined || cancel.replacedBy === undefined) continue;
      const at = now + takes;
      const known = coming.find(({ run }) => run === cancel.run.id);
      if (known && known.at <= at) continue;
      coming = coming.filter(({ run }) => run !== cancel.run.id);
      const { tenant, run } = cancel;
      const letter = {
        kind: 'ended',
        tenant,
        run: run.id,
        attempt: run.attempt.number,
        at,
        outcome: 'cancelled',
      } as const;
      coming.push({ at, letter, run: run.id });
    }
  };
  const stage: Stage = {
    get shard() {
      return shard;
    },
    entries,
    rows,
    tenants,
    manifests,
    revisions,
    answers: answered,
    deliveries,
    cancels,
    post(letter) {
      inbox.push({ position: String(inbox.length + 1).padStart(8, '0'), letter });
    },
    tell(letter) {
      own.push(letter);
    },
    apply(tenant, manifest, request = `apply-${revisions.length + 1}`) {
      const digest = digestOf(manifest);
      const known = tenants.get(tenant);
      const before =
        known && known.manifest !== '' ? manifests.get(known.manifest)!.tenants[tenant]!.digest : '';
      manifests.set(digest, manifest);
      stage.post({
        kind: 'apply',
        tenant,
        request,
        principal: 'ann',
        before,
        manifest: digest,
        declarations: 'sha256:d',
        plan: 'sha256:p',
        planDigest: 'sha256:pd',
        approvedBy: ['bob'],
      });
    },
    tick(now, entriesMost = Number.POSITIVE_INFINITY) {
      for (let made = 0; made < entriesMost; made++) {
        own.push(...coming.filter(({ at }) => at <= now).map(({ letter }) => letter));
        coming = coming.filter(({ at }) => at > now);
        const letters = inbox.filter(({ position }) => position > shard.inbox);
        const taken = { letters, own: [...own], rowsMost };
        const late = shard.lateRuns(taken);
        const over = new Map(
          late.flatMap(({ tenant, run }) => {
            const row = [...rows.values()].find((one) => one.tenant === tenant && one.body.run?.id === run);
            return row ? [[`${tenant}/${run}`, row] as const] : [];
          }),
        );
        const given = { ...taken, now, manifests, over };
        const input = floors ? { ...given, floors } : given;
        floors = undefined;
        const draft = shard.draft(input);
        if (!draft) return;
        own.splice(0, draft.own);
        commit(draft, input, now);
      }
    },
    next() {
      const isLeft =
        own.length > 0 || floors !== undefined || inbox.some(({ position }) => position > shard.inbox);
      const wake = isLeft ? shard.now : (shard.wake ?? Number.POSITIVE_INFINITY);
      return Math.min(wake, ...coming.map(({ at }) => at));
    },
    run(until) {
      for (let turns = 0; ; turns++) {
        const next = Math.max(stage.next(), shard.now);
        if (next > until) return;
        if (turns > 100_000) throw new Error('it never comes to rest');
        stage.tick(next);
      }
    },
    moveFloors(moved) {
      floors = moved;
    },
    reopen() {
      shard = open();
    },
    reopenFromCheckpoint() {
      const head = entries.at(-1)!.entry;
      const checkpoint = head.body.checkpoint!;
      shard = openShard({ shard: 3, head, going: [], tenants: [], checkpoint, manifests, now: start });
    },
  };
  return stage;
}

const succeedAtOnce: Answers = ({ tenant, run, attempt }) => ({
  after: 0,
  letter: (at) => ({ kind: 'ended', tenant, run: run.id, attempt, at, outcome: 'succeeded' }),
});
