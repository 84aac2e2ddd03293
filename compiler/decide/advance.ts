import type { Instant } from '../../schema/time.ts';
import type { WaitingCause } from './cause.ts';
import type { Decision } from './decision.ts';
import { minuteOf, type Run, type RunWindow, type TenantState } from './tenant-state.ts';

/**
 * Returns the state after decisions made at `now` are carried out: fires with a fate and backfills that are over
 * are gone, runs are going on or ended, waits are noted, the minute's dispatches are counted.
 */
export function advance(state: TenantState, decisions: readonly Decision[], now: Instant): TenantState {
  if (decisions.length === 0) return state;
  const outcomes = new Map<string, Outcome>();
  const changes = new Map<string, Change>();
  const begun: Run[] = [];
  const start = minuteOf(now);
  let { scheduled, backfill } = state.minute.start === start ? state.minute : { scheduled: 0, backfill: 0 };
  for (const decision of decisions) {
    switch (decision.kind) {
      case 'fate':
      case 'backfill-ends':
        outcomes.set(keyOf(decision.fire), 'gone');
        break;
      case 'wait': {
        const { cause, window } = decision;
        outcomes.set(keyOf(decision.fire), { waiting: cause, ...(window && { window }) });
        break;
      }
      case 'dispatch':
        outcomes.set(keyOf(decision.fire), 'gone');
        if (!decision.ends) begun.push(decision.run);
        if (decision.run.lane === 'scheduled') scheduled++;
        else backfill++;
        break;
      case 'run-ends':
        changes.set(decision.run, 'ended');
        break;
      case 'cancel':
        changes.set(decision.run, { cancelAsked: true });
        break;
      case 'attempt':
        changes.set(decision.run, { attempt: { number: decision.number, state: 'sent' } });
        break;
    }
  }
  const runs = changes.size === 0 ? state.runs : changedRuns(state.runs, changes);
  return {
    ...state,
    fires: outcomes.size === 0 ? state.fires : changedFires(state.fires, outcomes),
    backfills: outcomes.size === 0 ? state.backfills : changedFires(state.backfills, outcomes),
    runs: begun.length === 0 ? runs : [...runs, ...begun],
    minute: { start, scheduled, backfill },
  };
}

type Outcome = 'gone' | { readonly waiting: WaitingCause; readonly window?: RunWindow };
type Change = 'ended' | Partial<Pick<Run, 'cancelAsked' | 'attempt'>>;

interface Keyed {
  readonly job: string;
  readonly scheduled: Instant;
  readonly order?: string;
}

/** Identifies a fire or backfill; the number comes first, so that no name can run into it. */
function keyOf({ job, scheduled, order }: Keyed): string {
  return order === undefined ? `${scheduled} ${job}` : `${scheduled} ${job}#${order}`;
}

function changedFires<T extends Keyed & { readonly waiting?: WaitingCause }>(
  fires: readonly T[],
  outcomes: ReadonlyMap<string, Outcome>,
): readonly T[] {
  const changed: T[] = [];
  for (const fire of fires) {
    const outcome = outcomes.get(keyOf(fire));
    if (outcome === undefined) changed.push(fire);
    else if (outcome !== 'gone') changed.push({ ...fire, ...outcome });
  }
  return changed;
}

function changedRuns(runs: readonly Run[], changes: ReadonlyMap<string, Change>): readonly Run[] {
  const changed: Run[] = [];
  for (const run of runs) {
    const change = changes.get(run.id);
    if (change === undefined) changed.push(run);
    else if (change !== 'ended') changed.push({ ...run, ...change });
  }
  return changed;
}
