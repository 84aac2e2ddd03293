import type { Digest, Manifest } from '../../schema/manifest.ts';
import type { Instant } from '../../schema/time.ts';
import { type Dispatcher, refusalsFor } from '../dispatch/index.ts';
import type { Commit, InboxLetter, InboxPosition, Letter } from '../ledger/index.ts';
import type { Delivery, Draft, DraftInput, LettersInput, Shard } from '../shard/index.ts';
import { createForesight } from './foresight.ts';
import type { Chore } from './loop.ts';
import { manifestOf } from './manifest-of.ts';
import { openFromLedger } from './open-from-ledger.ts';
import { readLateRows } from './read-late-rows.ts';
import { readManifests } from './read-manifests.ts';
import type { Replica } from './replica.ts';
import { sealDraft } from './seal-draft.ts';
import { toSendAgain } from './to-send-again.ts';

/** One shard that this replica owns: from its lease to its release. */
export interface ShardKeeper {
  readonly shard: number;
  readonly chore: Chore;
  /** When it has something to do next, by `Timers.now`. */
  next(): number;
  /** Letters that this replica itself learned; they are in the next entry. */
  tell(letters: readonly Letter[]): void;
  /** Behind which letter of its inbox to read on; undefined while it is not read or has enough. */
  readonly reading: { readonly shard: number; readonly after: InboxPosition } | undefined;
  /** Letters that were read behind `after`. */
  heard(after: InboxPosition, letters: readonly InboxLetter[]): void;
  /** Moves floors in the next entry. */
  moveFloors(floors: Readonly<Record<string, Instant>>): void;
  /** Writes nothing any more once the commit in hand is done. */
  pause(): void;
  /** Writes a last entry of what was learned, where that starts nothing. Returns the letters that are in no entry. */
  finish(): Promise<readonly Letter[]>;
  /** What is known of it; undefined until it was read. */
  readonly state: Shard | undefined;
  /** Why it does not go on, in words. */
  readonly stuck: string | undefined;
}

/** For how long answers of targets gather before they make an entry, in milliseconds; so many do not wait. */
const gatherMs = 10;
const gatherMost = 64;
/** For how long they, and letters of the inbox, wait at most while a pass of any shard here is unfinished. */
const deferMs = 500;
/** By how many seconds the last entry may be ahead of the clock. */
const aheadMost = 60;
/** What was drafted ahead is written by so many seconds after it fell due, or drafted again; so where a clock went back. */
const staleMost = 2;
/** Letters of the inbox that are kept in memory and not taken in yet. */
const lettersMost = 5_000;

export function createShardKeeper(shard: number, replica: Replica, dispatcher: Dispatcher): ShardKeeper {
  const { ledger, timers, clock, limits } = replica;
  let state: Shard | undefined;
  /** Read from the inbox and in no entry yet. */
  let letters: InboxLetter[] = [];
  let readUpTo: InboxPosition = '';
  const own: Letter[] = [];
  /**
   * So many of them waited when the inbox was read, while nobody owned the shard; where the reading was full, more do. They
   * count before anything is decided by the clock: a run whose end waits there did not miss its deadline.
   */
  let toHear = 0;
  let hasMoreToHear = false;
  let readsWaiting = false;
  /** Since when the oldest of either waits. */
  let ownSince = 0;
  let lettersSince = 0;
  const manifests = new Map<Digest, Manifest>();
  const foresight = createForesight(replica);
  let floors: Readonly<Record<string, Instant>> | undefined;
  let claimed = false;
  let paused = false;
  let stuck: string | undefined;
  let isAhead = false;
  /** A pass is unfinished. */
  let inPass = false;
  let more = false;
  let heldSince: number | undefined;
  let lostInRow = 0;

  async function run(): Promise<number> {
    if (paused) return Number.POSITIVE_INFINITY;
    // A measure that can be trusted pokes it.
    if (clock.now() === undefined) return timers.now() + 1_000;
    if (!state) await open();
    const current = state!;
    const now = clock.now();
    if (now === undefined) return timers.now() + 1_000;
    const second = Math.floor(now / 1_000);
    const { first } = foresight;
    if (first && Math.abs(second - first.commit.entry.now) > staleMost) {
      forget();
      return timers.now();
    }
    if (current.now > second + aheadMost) {
      const ahead = `its last entry is ${current.now - second} s ahead of the ledger's clock`;
      if (!isAhead) replica.log('ERROR', `shard ${shard} decides nothing: ${ahead}`, { shard });
      isAhead = true;
      stuck = ahead;
      return timers.now() + 1_000;
    }
    isAhead = false;
    stuck = undefined;
    if (isHeld()) return timers.now() + 5;
    // What comes in shortly before a pass waits for it.
    const isBefore = first !== undefined && second < first.commit.entry.now;
    const draft = first ? first.draft : await nextDraft(current, second);
    // Paused while a manifest was read: nothing is in hand.
    if (paused) return Number.POSITIVE_INFINITY;
    if (!draft || isBefore) {
      lookAhead(current, second);
      return Math.max(next(), timers.now() + (draft ? 0 : 1));
    }
    try {
      await carryOut(current, draft, first?.commit ?? sealDraft(draft, replica));
    } catch (error) {
      // What of it was done only the ledger knows.
      forget();
      throw error;
    }
    return next();
  }

  /** The shard is read again from the ledger. */
  function forget(): void {
    state = undefined;
    foresight.clear();
    passes(false);
  }

  async function open(): Promise<void> {
    state = await openFromLedger(shard, replica);
    claimed = false;
    passes(false);
    more = false;
    letters = [];
    readUpTo = state.inbox;
    try {
      await readWaiting();
    } catch (error) {
      // It is read again from the start: half-read, it would be taken for one whose runs were sent by this replica.
      state = undefined;
      throw error;
    }
  }

  async function readWaiting(): Promise<void> {
    const after = readUpTo;
    readsWaiting = true;
    const [waiting = []] = await ledger.inbox([{ shard, after }], lettersMost).finally(() => {
      readsWaiting = false;
    });
    // A reading of all inboxes that was under way may have come first: then these, or the first of them, are in hand.
    if (readUpTo === after) {
      take(waiting);
      readUpTo = waiting.at(-1)?.position ?? after;
    }
    toHear = letters.length;
    hasMoreToHear = waiting.length === lettersMost || waiting.length > letters.length;
  }

  function take(heard: readonly InboxLetter[]): void {
    if (letters.length === 0) lettersSince = timers.now();
    letters.push(...heard);
  }

  function passes(unfinished: boolean): void {
    inPass = unfinished;
    // One that is paused goes on in another replica, and holds up nobody here.
    if (unfinished && !paused) replica.passes.enter(shard);
    else replica.passes.leave(shard);
  }

  /** While much is on its way to targets the next part of a pass waits, but never long: one target must not hold up others. */
  function isHeld(): boolean {
    if (!inPass || dispatcher.pending <= limits.pendingMost) {
      heldSince = undefined;
      return false;
    }
    heldSince ??= timers.now();
    if (timers.now() - heldSince < 1_000) return true;
    heldSince = undefined;
    return false;
  }

  async function nextDraft(current: Shard, second: Instant): Promise<Draft | undefined> {
    if (toHear === 0 && hasMoreToHear) await readWaiting();
    const hears = toHear > 0 && letters[0]?.letter.kind !== 'apply';
    const isDue = current.wake !== undefined && current.wake <= second;
    // During a pass dispatch comes first: answers wait, but not for longer than a tick may take, nor without bound.
    const isFull = own.length >= limits.pendingMost;
    const takesIn =
      hears || !(inPass || replica.passes.others(shard)) || isFull || hasWaited() <= timers.now();
    const always = !claimed || floors !== undefined || signAt(current) <= second;
    const hasLetters = takesIn && own.length + letters.length > 0;
    if (!isDue && !inPass && !always && !hasLetters) return undefined;
    // What comes in while manifests and rows are read is for the next entry: what it needs is not read.
    const heard = takesIn ? [...letters] : [];
    const taken = { letters: heard, own: takesIn ? [...own] : [], rowsMost: limits.rowsMost };
    await fetchManifests(heard);
    const over = await lateRows(current, taken);
    return replica.telemetry.span('almanac.draft', { 'almanac.shard': shard }, () =>
      current.draft({
        ...taken,
        now: second,
        ...(always && { always }),
        ...(hears && { hears }),
        ...(floors && { floors }),
        ...(over && { over }),
        manifests,
      }),
    );
  }

  function lookAhead(current: Shard, second: Instant): void {
    const due = foresight.first?.commit.entry.now ?? current.nextDue;
    if (!claimed || due === undefined || due <= second || foresight.at(current) > timers.now()) return;
    replica.telemetry.span('almanac.draft', { 'almanac.shard': shard }, () =>
      foresight.look(current, { letters: [], own: [], rowsMost: limits.rowsMost, manifests }),
    );
  }

  /** When whatever waits has waited for long enough; never where nothing does. */
  function hasWaited(): number {
    const sinceOwn = own.length > 0 ? ownSince : Number.POSITIVE_INFINITY;
    const sinceLetters = letters.length > 0 ? lettersSince : Number.POSITIVE_INFINITY;
    return Math.min(sinceOwn, sinceLetters) + deferMs;
  }

  /** Reads the rows of runs that are told to have finished after their end. Nothing is read where there are none. */
  async function lateRows(current: Shard, taken: LettersInput): Promise<DraftInput['over']> {
    const late = current.lateRuns(taken);
    return late.length > 0 ? await readLateRows(ledger, late) : undefined;
  }

  async function fetchManifests(heard: readonly InboxLetter[]): Promise<void> {
    const wanted = heard.flatMap(({ letter }) =>
      letter.kind === 'apply' && !manifests.has(letter.manifest) ? [letter.manifest] : [],
    );
    if (wanted.length === 0) return;
    for (const [digest, bytes] of await readManifests(ledger, wanted))
      manifests.set(digest, manifestOf(bytes));
  }

  async function carryOut(current: Shard, draft: Draft, whole: Commit): Promise<void> {
    const outcome = await commit(whole, draft.deliveries);
    if (outcome === 'lost') {
      lostInRow++;
      // Somebody else wrote it, or another replica owns the shard by now: the ledger knows.
      forget();
      replica.log('INFO', `shard ${shard} was decided by another replica; it is read again`, { shard });
      if (lostInRow > 3) throw new Error(`shard ${shard} lost ${lostInRow} commits in a row`);
      return;
    }
    lostInRow = 0;
    if (foresight.first?.draft === draft) foresight.written();
    else current.accept(draft, whole.entry.hash);
    letters.splice(0, draft.letters);
    toHear = Math.max(0, toHear - draft.letters);
    if (letters.length === 0) manifests.clear();
    own.splice(0, draft.own);
    // Of an entry that takes in none of them the others still wait.
    if (draft.own > 0) ownSince = timers.now();
    if (draft.letters > 0) lettersSince = timers.now();
    floors = undefined;
    more = draft.more;
    passes(draft.entry.watermark.through < draft.entry.watermark.pass);
    // CRASH: the entry is accepted, nothing of it is dispatched.
    replica.crash('after-accept');
    if (!claimed) goOn(current, draft);
    for (const { tenant } of draft.revisions) tellRefusals(current, tenant);
    if (draft.deliveries.length > 0) dispatcher.send(shard, draft.deliveries);
    if (draft.cancels.length > 0) dispatcher.cancel(shard, draft.cancels);
    // CRASH: all of it is dispatched, no answer is in an entry.
    replica.crash('after-dispatch');
  }

  /** Takes over what an earlier owner, or an earlier reading, had under way, but for what is sent with this draft. */
  function goOn(current: Shard, draft: Draft): void {
    claimed = true;
    dispatcher.resume(shard, current.openCircuits());
    const { deliveries, cancels } = toSendAgain(current, draft, own, letters);
    if (deliveries.length > 0) dispatcher.send(shard, deliveries);
    if (cancels.length > 0) dispatcher.cancel(shard, cancels);
    tellRefusals(current);
  }

  /** What can't be sent from here, and what can again, is for the next entry. */
  function tellRefusals(current: Shard, tenant?: string): void {
    if (replica.kinds) tell(refusalsFor(current.targets(tenant), replica.kinds));
  }

  function tell(more: readonly Letter[]): void {
    if (own.length === 0) ownSince = timers.now();
    own.push(...more);
  }

  async function commit(whole: Commit, deliveries: readonly Delivery[]): Promise<'won' | 'lost'> {
    const { entry, fires } = whole;
    const began = timers.now();
    // CRASH: nothing of the entry is written.
    replica.crash('before-commit');
    let outcome: 'won' | 'lost' | 'failed' = 'failed';
    try {
      outcome = await replica.telemetry.span(
        'almanac.commit',
        { 'almanac.shard': shard, 'almanac.seq': entry.seq, 'almanac.rows': fires.length },
        () => ledger.commit(whole),
      );
    } finally {
      replica.telemetry.committed(outcome, timers.now() - began, fires.length);
    }
    // CRASH: the entry is in the ledger, and this replica does not know.
    replica.crash('after-commit');
    if (outcome === 'won') {
      replica.telemetry.decided(entry.body.counts);
      replica.committed(whole, deliveries);
    }
    return outcome;
  }

  /** When the next entry is due though nothing happens: once a minute, each shard at its own second of it. */
  function signAt(current: Shard): Instant {
    const second = (shard * 7) % 60;
    return current.now + 60 - ((((current.now - second) % 60) + 60) % 60);
  }

  function next(): number {
    if (paused) return Number.POSITIVE_INFINITY;
    const { first } = foresight;
    if (state && first) return Math.min(clock.reaches(first.commit.entry.now * 1_000), foresight.at(state));
    if (!state || !claimed || inPass || floors || toHear > 0) return timers.now();
    const wakes = [signAt(state), ...(state.wake === undefined ? [] : [state.wake])];
    const at = Math.min(clock.reaches(Math.min(...wakes) * 1_000), foresight.at(state));
    if (replica.passes.others(shard)) return Math.min(at, hasWaited());
    if (more || letters.length > 0 || own.length >= gatherMost) return timers.now();
    return own.length > 0 ? Math.min(at, ownSince + gatherMs) : at;
  }

  return {
    shard,
    chore: { name: `shard ${shard}`, run },
    next,
    tell,
    get reading() {
      if (!state || paused || readsWaiting || letters.length >= lettersMost) return undefined;
      return { shard, after: readUpTo };
    },
    heard(after, more) {
      // It was opened again since, or somebody else read on.
      if (!state || after !== readUpTo || more.length === 0) return;
      take(more);
      readUpTo = more.at(-1)!.position;
    },
    moveFloors(moved) {
      floors = { ...floors, ...moved };
    },
    pause() {
      paused = true;
      passes(false);
    },
    async finish() {
      const now = clock.now();
      // What was drafted ahead and is not written is before the ledger: nothing can follow upon it.
      if (own.length > 0 && state && claimed && now !== undefined && !foresight.first) {
        const second = Math.floor(now / 1_000);
        const taken = { letters: [], own: [...own], rowsMost: limits.rowsMost };
        const over = await lateRows(state, taken);
        const draft = state.draft({ ...taken, now: second, ...(over && { over }), manifests });
        // What would be dispatched by it is left to whoever can dispatch.
        const whole = draft && sealDraft(draft, replica);
        if (
          whole &&
          draft.deliveries.length + draft.cancels.length === 0 &&
          (await commit(whole, draft.deliveries)) === 'won'
        ) {
          state.accept(draft, whole.entry.hash);
          own.splice(0, draft.own);
        }
      }
      return own.splice(0);
    },
    get state() {
      return state;
    },
    get stuck() {
      return stuck;
    },
  };
}
