import type { FateCause, RunOutcome } from '../../../compiler/decide/cause.ts';
import {
  advance,
  type BackfillFire,
  type Because,
  type Caps,
  type Decision,
  decide,
  type Hold,
  type JobRules,
  nextInstant,
  type OpenFire,
  type Run,
  type TenantState,
  type WaitingCause,
} from '../../../compiler/decide/index.ts';
import type { Instant, Seconds } from '../../../schema/time.ts';

/** What happens to a tenant from outside, while `decide` decides. */
export interface Script {
  readonly jobs: Readonly<Record<string, JobRules>>;
  readonly caps: Caps;
  /** Opened when due, or when the platform is up again. */
  readonly fires: readonly OpenFire[];
  /** Backfill fires and the instant at which each is approved. */
  readonly backfills?: readonly { readonly at: Instant; readonly fire: BackfillFire }[];
  /** How long a run lasts at its target once an attempt is taken; undefined: its end is never told. */
  readonly lasts: (run: Run) => Seconds | undefined;
  /** How long the target takes to cancel. By default no time. */
  readonly cancelTakes?: Seconds;
  /** Whether an attempt fails, how long that takes, and when the next may come. */
  readonly failing?: (run: Run) => { readonly after: Seconds; readonly retryIn: Seconds } | undefined;
  /** The platform is down: nothing is decided, nothing gets known. */
  readonly down?: readonly { readonly from: Instant; readonly until: Instant }[];
  readonly holds?: readonly (Hold & { readonly from: Instant })[];
  /** Other changes of what is in force: an apply, a circuit, a quarantine, a start report. */
  readonly changes?: readonly { readonly at: Instant; readonly make: (state: TenantState) => TenantState }[];
  readonly from: Instant;
  readonly until: Instant;
}

/** What became of one fire or backfill fire. */
export interface Played {
  readonly fire: OpenFire | BackfillFire;
  dispatched?: Instant;
  run?: Run;
  fate?: { readonly at: Instant; readonly cause: FateCause | string; readonly because?: Because };
  readonly waits: { readonly at: Instant; readonly cause: WaitingCause; readonly because: Because }[];
  ended?: { readonly at: Instant; readonly outcome: RunOutcome };
  /** Instants at which it was given a fate; one, unless something is wrong. */
  fates: number;
}

export interface Chronicle {
  readonly played: readonly Played[];
  readonly decisions: readonly { readonly at: Instant; readonly decision: Decision }[];
  /** The state before each decision, for laws over states that do occur. */
  readonly states: readonly { readonly at: Instant; readonly state: TenantState }[];
  readonly end: TenantState;
}

/**
 * Plays a script by `decide` and `advance`, in the most obvious way: at each instant at which anything may happen, or,
 * with `everySecond`, at every second there is. Throws where deciding again with nothing new decides something.
 */
export function play(script: Script, { everySecond = false } = {}): Chronicle {
  const { from, until, lasts, failing } = script;
  const down = script.down ?? [];
  const holds = script.holds ?? [];
  const fires = script.fires.toSorted((a, b) => a.due - b.due);
  const backfills = (script.backfills ?? []).toSorted((a, b) => a.at - b.at);
  const changes = (script.changes ?? []).toSorted((a, b) => a.at - b.at);
  const played = new Map<string, Played>();
  const decisions: { at: Instant; decision: Decision }[] = [];
  const states: { at: Instant; state: TenantState }[] = [];
  /** What is still to be heard of each run. */
  const news = new Map<string, { at: Instant; hear: (state: TenantState) => TenantState }>();
  let [nextFire, nextBackfill, nextChange] = [0, 0, 0];
  let state: TenantState = {
    jobs: script.jobs,
    fires: [],
    backfills: [],
    runs: [],
    caps: script.caps,
    holds: [],
    minute: { start: 0, scheduled: 0, backfill: 0 },
  };

  const key = (fire: { job: string; scheduled: Instant; order?: string }) =>
    `${fire.job} ${fire.scheduled} ${fire.order ?? ''}`;
  const open = (fire: OpenFire | BackfillFire) => {
    if (!played.has(key(fire))) played.set(key(fire), { fire, waits: [], fates: 0 });
  };
  const ofRun = (id: string) => [...played.values()].find(({ run }) => run?.id === id)!;
  const ends = (run: Run, at: Instant, outcome: RunOutcome) =>
    news.set(run.id, {
      at,
      hear: (now) => {
        ofRun(run.id).ended = { at, outcome };
        return { ...now, runs: now.runs.filter(({ id }) => id !== run.id) };
      },
    });
  const attempted = (run: Run, at: Instant) => {
    const failure = failing?.(run);
    const taken = lasts(run);
    if (failure) {
      const retryAt = at + failure.after + failure.retryIn;
      const attempt = { number: run.attempt.number, state: 'failed', retryAt } as const;
      news.set(run.id, {
        at: at + failure.after,
        hear: (now) => ({
          ...now,
          runs: now.runs.map((one) => (one.id === run.id ? { ...one, attempt } : one)),
        }),
      });
    } else if (taken !== undefined) ends(run, at + taken, 'succeeded');
  };

  const carryOut = (decision: Decision, at: Instant) => {
    decisions.push({ at, decision });
    switch (decision.kind) {
      case 'fate':
      case 'backfill-ends': {
        const one = played.get(key(decision.fire))!;
        one.fates++;
        one.fate =
          decision.kind === 'fate'
            ? { at, cause: decision.cause, because: decision.because }
            : { at, cause: decision.word };
        break;
      }
      case 'wait':
        played.get(key(decision.fire))!.waits.push({ at, cause: decision.cause, because: decision.because });
        break;
      case 'dispatch': {
        const one = played.get(key(decision.fire))!;
        one.fates++;
        one.dispatched = at;
        one.run = decision.run;
        if (decision.ends) one.ended = { at, outcome: 'delivered' };
        else attempted(decision.run, at);
        break;
      }
      case 'run-ends':
        ofRun(decision.run).ended = { at, outcome: decision.outcome };
        news.delete(decision.run);
        break;
      case 'cancel': {
        const run = state.runs.find(({ id }) => id === decision.run)!;
        const soonest = at + (script.cancelTakes ?? 0);
        const known = news.get(run.id);
        if (!known || known.at > soonest) ends(run, soonest, 'cancelled');
        break;
      }
      case 'attempt':
        attempted({ ...state.runs.find(({ id }) => id === decision.run)! }, at);
        break;
    }
  };

  for (let now = from, calls = 0; now < until; ) {
    const outage = down.find((one) => one.from <= now && now < one.until);
    if (outage) {
      now = everySecond ? now + 1 : outage.until;
      continue;
    }
    // What is there to be known at this instant.
    for (; nextChange < changes.length && changes[nextChange]!.at <= now; nextChange++) {
      state = changes[nextChange]!.make(state);
      for (const fire of state.fires) {
        if (played.has(key(fire))) continue;
        open(fire);
        const wait = { at: now, cause: fire.waiting!, because: { due: fire.due, decided: now } };
        played.get(key(fire))!.waits.push(wait);
      }
    }
    for (const [id, { at, hear }] of [...news].sort(([, a], [, b]) => a.at - b.at)) {
      if (at > now) continue;
      news.delete(id);
      state = hear(state);
    }
    for (; nextFire < fires.length && fires[nextFire]!.due <= now; nextFire++) {
      const fire = fires[nextFire]!;
      open(fire);
      // One that an apply has opened before it was due is open or decided already.
      const isKnown = played.get(key(fire))!.fates > 0 || state.fires.some((one) => key(one) === key(fire));
      if (!isKnown) state = { ...state, fires: [...state.fires, fire] };
    }
    for (; nextBackfill < backfills.length && backfills[nextBackfill]!.at <= now; nextBackfill++) {
      const { fire } = backfills[nextBackfill]!;
      open(fire);
      state = { ...state, backfills: [...state.backfills, fire] };
    }
    state = { ...state, holds: holds.filter((hold) => hold.from <= now && now < hold.until) };

    states.push({ at: now, state });
    const made = decide(state, now);
    const before = state;
    state = advance(state, made, now);
    for (const decision of made) carryOut(decision, now);
    const again = decide(state, now);
    if (again.length > 0) {
      throw new Error(`at ${now} decided again: ${JSON.stringify({ before, made, again }, undefined, 1)}`);
    }
    // A run that ends the moment it begins may let another go at the same instant.
    if ([...news.values()].some(({ at }) => at <= now) && calls++ < 1000) continue;
    calls = 0;
    const instants = [
      nextInstant(state, now),
      fires[nextFire]?.due,
      backfills[nextBackfill]?.at,
      changes[nextChange]?.at,
      ...[...news.values()].map(({ at }) => at),
      ...holds.flatMap((hold) => [hold.from, hold.until]),
      ...down.map((one) => one.from),
    ].filter((at) => at !== undefined && at > now) as Instant[];
    now = everySecond ? now + 1 : Math.min(until, ...instants);
  }
  for (const { at, hear } of news.values()) if (at <= until) state = hear(state);
  return { played: [...played.values()], decisions, states, end: state };
}
