import { digestOf } from '../../compiler/index.ts';
import type { Instant } from '../../schema/time.ts';
import type { InboxLetter, Letter, Watermark } from '../ledger/index.ts';
import { applyRevision } from './apply-revision.ts';
import { checkpointText } from './checkpoint.ts';
import { decideTenant, JobsThrew } from './decide-tenant.ts';
import { isPlanned, placeOf, planPass } from './pass-plan.ts';
import type { Draft, DraftInput, LettersInput } from './shard.ts';
import { isUnfinished, type ShardState, type Tenant, whole } from './shard-state.ts';
import { takeIn } from './take-in.ts';
import { type PassPart, takePart } from './take-part.ts';
import { tenantRow } from './tenant-row.ts';
import { jobOf, liveOf, newWork, noteDecided, type TenantWork, type Work, workOn } from './work.ts';

/** Most letters of one entry. */
const lettersMost = 2_000;
/** Rows of the first part of a pass; a pass of twice as many is not cut. */
const firstPart = 64;
/** How much larger than the part before the next one is, until an entry is full. */
const growth = 4;
/** By how many seconds an apply may take force before `now`. */
const applyMost = 5;

type ApplyLetter = Letter & { readonly kind: 'apply' };

/** What an entry takes in: letters of the inbox, then the owner's own ones, then an apply, which is always the last. */
export interface Taken {
  readonly letters: readonly InboxLetter[];
  readonly own: readonly Letter[];
  /** Behind `letters`. */
  readonly apply: InboxLetter | undefined;
}

export interface Drafted {
  readonly draft: Draft;
  readonly work: Work;
}

/**
 * Makes the next entry; undefined where there is nothing to say, and then with the units that were looked at. Where
 * jobs throw, it is made again with letters that quarantine them among the owner's own, so that a replay, which finds
 * them there, comes to the same.
 */
export function makeDraft(state: ShardState, input: DraftInput): Drafted | Work {
  let taken = takenOf(input);
  const count = taken.own.length;
  for (;;) {
    try {
      return draftOnce(state, input, taken, count);
    } catch (error) {
      if (!(error instanceof JobsThrew)) throw error;
      const quarantines = error.jobs.map((job) => ({ kind: 'quarantine', ...job }) as const);
      taken = { ...taken, own: [...taken.own, ...quarantines] };
    }
  }
}

/** Chooses the letters of an entry: a prefix of either list, half of what it may have for each while both are long. */
export function takenOf({ letters, own, rowsMost, reach }: LettersInput): Taken {
  if (reach) {
    const taken = letters.slice(0, reach.letters);
    const last = taken.at(-1);
    const isApply = last?.letter.kind === 'apply';
    return {
      letters: isApply ? taken.slice(0, -1) : taken,
      own: own.slice(0, reach.own),
      apply: isApply ? last : undefined,
    };
  }
  const most = Math.max(2, Math.min(lettersMost, rowsMost >> 1));
  const firstApply = letters.findIndex(({ letter }) => letter.kind === 'apply');
  const before = firstApply < 0 ? letters.length : firstApply;
  const ownCount = Math.min(own.length, Math.max(most >> 1, most - before));
  const count = Math.min(before, most - ownCount);
  return {
    letters: letters.slice(0, count),
    own: own.slice(0, ownCount),
    apply: count === before ? letters[before] : undefined,
  };
}

function draftOnce(state: ShardState, input: DraftInput, taken: Taken, ownCount: number): Drafted | Work {
  const now = Math.max(input.now, state.now);
  const work = newWork(state, now, input.over);
  for (const { letter } of taken.letters) takeIn(work, letter as Exclude<Letter, ApplyLetter>);
  for (const letter of taken.own) takeIn(work, letter as Exclude<Letter, ApplyLetter>);

  // Nothing is due as long as not everything was heard.
  const plan = input.hears ? undefined : planPass(state, now);
  const applied =
    taken.apply && !input.hears && (input.reach || mayApply(state, plan, now)) ? taken.apply : undefined;
  const letters = applied ? [...taken.letters, applied] : taken.letters;
  let { watermark } = state;
  if (applied) {
    if (!plan) watermark = { through: now, pass: now, cursor: '' };
    const letter = applied.letter as ApplyLetter;
    applyRevision(work, letter, input.manifests.get(letter.manifest), watermark.through);
  }
  touchDue(work, now);
  const free = Math.max(1, input.rowsMost - (work.puts.size - work.noted));
  // A quarter is for what is touched, whether anything is or not: a new owner looks at all, and must cut the same part.
  const othersMost = plan ? Math.max(1, free >> 2) : free;
  const part = applied ? undefined : plan && nextPart(work, plan, free - othersMost, input.rowsMost);
  if (!applied && !input.hears) watermark = watermarkAfter(watermark, part, plan?.pass ?? now);
  const units = input.hears ? new Map<Tenant, Set<string>>() : unitsNow(work, plan, part);
  const isFresh =
    letters.length + taken.own.length + units.size === 0 && part !== undefined && hasNothingLive(part);
  const concerned = new Set<Tenant>([...units.keys(), ...(part?.jobs.keys() ?? [])]);
  for (const tenant of [...concerned].sort((a, b) => a.rank - b.rank)) {
    const parts = part?.jobs.get(tenant) ?? [];
    const own = workOn(work, tenant);
    const mine = units.get(tenant) ?? new Set();
    if (parts.length === 0 && work.others >= othersMost) work.touched.set(tenant, mine);
    else decideTenant(work, own, { units: mine, parts, othersMost });
  }
  for (const [tenant, floor] of Object.entries(input.floors ?? {})) moveFloor(work, tenant, floor);

  const isSilent =
    letters.length + taken.own.length === 0 &&
    work.said.length + work.puts.size === 0 &&
    plan === undefined &&
    !input.always &&
    !input.reach &&
    !input.floors;
  if (isSilent) return work;
  const waits = input.reach ? input.reach.applyWaits === true : taken.apply !== undefined && !applied;
  return {
    draft: draftOf(work, input, { letters, own: taken.own, ownCount, watermark, waits, isFresh }),
    work,
  };
}

/**
 * Whether an apply can take force now: no pass is unfinished and nothing is due, so that the instant is `now`. Where
 * there is always something due, because commits are slow, it takes force where the pass before has ended.
 */
function mayApply({ watermark, applyWaits }: ShardState, plan: ShardState['plan'], now: Instant): boolean {
  if (isUnfinished(watermark)) return false;
  return plan === undefined || (applyWaits && now - watermark.through <= applyMost);
}

/** What has to be decided now though no fire is due: what was left, and what reached an instant of its own. */
function touchDue(work: Work, now: Instant): void {
  const { state, touched } = work;
  const add = (tenant: Tenant, unit: string) => {
    const units = touched.get(tenant);
    if (units) units.add(unit);
    else touched.set(tenant, new Set([unit]));
  };
  for (const [name, units] of state.touched) for (const unit of units) add(state.tenants.get(name)!, unit);
  for (const { tenant, unit } of state.wakes.due(now)) add(tenant, unit);
}

function nextPart(
  work: Work,
  plan: NonNullable<ShardState['plan']>,
  free: number,
  rowsMost: number,
): PassPart {
  const { state } = work;
  const place = placeOf(state, plan);
  const isFew = plan.keys.length - place.index <= 2 * firstPart;
  const size = isUnfinished(state.watermark) ? Math.max(firstPart, growth * state.said) : firstPart;
  const budget = Math.max(1, isFew && place.dueAfter === undefined ? free : Math.min(size, free));
  return takePart(work, plan, place, { budget, rowsMost });
}

/**
 * Finds of what was touched what can be decided now. Jobs whose fires of the pass come in a later part wait for it: they
 * are judged together with those.
 */
function unitsNow(
  work: Work,
  plan: ShardState['plan'],
  part: PassPart | undefined,
): Map<Tenant, Set<string>> {
  const chosen = new Map<Tenant, Set<string>>();
  for (const [tenant, units] of [...work.touched]) {
    const own = workOn(work, tenant);
    const later = new Set<string>();
    const now = new Set<string>();
    /** Nothing of it is left to be decided. */
    const quiet: string[] = [];
    for (const unit of units) {
      const live = unit === whole ? undefined : liveOf(own, unit);
      if (plan && part && isLater(own, unit, plan, part)) later.add(unit);
      else if (live && live.fires.length + live.runs.length === 0) quiet.push(unit);
      else now.add(unit);
    }
    if (quiet.length > 0) noteDecided(work, tenant, quiet);
    if (now.size > 0) chosen.set(tenant, now);
    if (later.size > 0) work.touched.set(tenant, later);
    else work.touched.delete(tenant);
  }
  return chosen;
}

function isLater(
  own: TenantWork,
  unit: string,
  plan: NonNullable<ShardState['plan']>,
  part: PassPart,
): boolean {
  if (part.index === plan.keys.length) return false;
  if (part.jobs.has(own.tenant) && unit === whole) return false;
  const jobs = unit === whole ? own.inForce.jobs : [jobOf(own, unit)];
  return jobs.some((job) => job !== undefined && isPlanned(plan, part.index, job));
}

function watermarkAfter(before: Watermark, part: PassPart | undefined, pass: Instant): Watermark {
  if (part && part.cursor !== '') return { through: before.through, pass, cursor: part.cursor };
  return { through: pass, pass, cursor: '' };
}

/** Whether nothing was open or going on, as of the last entry, of what is judged together with the fires of a part. */
function hasNothingLive({ jobs }: PassPart): boolean {
  for (const [{ live, inForce }, parts] of jobs) {
    if (live.size === 0) continue;
    if (inForce.isCapped || parts.some(({ job }) => live.has(job.name))) return false;
  }
  return true;
}

function moveFloor(work: Work, name: string, floor: Instant): void {
  const tenant = work.state.tenants.get(name) ?? work.created.get(name);
  if (!tenant) return;
  const own = workOn(work, tenant);
  if (floor <= own.floor) return;
  own.floor = floor;
  own.isChanged = true;
}

interface EntryParts {
  readonly letters: readonly InboxLetter[];
  readonly own: readonly Letter[];
  /** How many of the owner's letters were given, and not made here. */
  readonly ownCount: number;
  readonly watermark: Watermark;
  /** An apply waits for the pass to be done. */
  readonly waits: boolean;
  readonly isFresh: boolean;
}

function draftOf(work: Work, input: DraftInput, parts: EntryParts): Draft {
  const { state, now, seq } = work;
  const { letters, own, ownCount, watermark, waits, isFresh } = parts;
  const tenants = [...work.tenants.values()]
    .filter(({ isChanged }) => isChanged)
    .sort((a, b) => (a.tenant.name < b.tenant.name ? -1 : 1))
    .map((one) => tenantRow(state.shard, one));
  const counts = Object.fromEntries([...work.counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  const body = {
    rowsMost: input.rowsMost,
    own,
    ...(letters.length > 0 && { taken: { count: letters.length, digest: digestOf(letters) } }),
    ...(work.said.length > 0 && { decisions: digestOf(work.said.join(' ; ')) }),
    counts,
    ...(waits && { applyWaits: waits }),
    ...(input.hears && { hears: input.hears }),
    ...(input.floors && { floors: input.floors }),
  };
  const entry = {
    shard: state.shard,
    seq,
    now,
    watermark,
    inbox: letters.at(-1)?.position ?? state.inbox,
    body: input.floors ? { ...body, checkpoint: checkpointText(work) } : body,
    previous: state.hash,
  };
  return {
    entry,
    fires: [...work.puts.values()],
    tenants,
    revisions: work.revisions,
    answers: work.answers,
    letters: letters.length,
    own: Math.min(ownCount, own.length),
    more:
      isUnfinished(watermark) ||
      work.touched.size > 0 ||
      letters.length < input.letters.length ||
      ownCount < input.own.length,
    deliveries: work.deliveries,
    cancels: work.cancels,
    isFresh,
  };
}
