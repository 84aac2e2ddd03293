import type { Instant } from '../../schema/time.ts';
import { type Decision, fireName } from './decision.ts';
import { minuteOf, type Run, type TenantState } from './tenant-state.ts';

/**
 * Returns the state after decisions made at `now` are carried out: fires with a fate and backfills that are over
 * are gone, runs are going on or ended, waits are noted, the minute's dispatches are counted.
 */
export function advance(state: TenantState, decisions: readonly Decision[], now: Instant): TenantState {
  if (decisions.length === 0) return state;
  const gone = new Set<string>();
  const waiting = new Map<string, (Decision & { kind: 'wait' })['cause']>();
  const ended = new Set<string>();
  const changed = new Map<string, (run: Run) => Run>();
  const begun: Run[] = [];
  const start = minuteOf(now);
  let { scheduled, backfill } = state.minute.start === start ? state.minute : { scheduled: 0, backfill: 0 };
  for (const decision of decisions) {
    switch (decision.kind) {
      case 'fate':
      case 'backfill-ends':
        gone.add(fireName(decision.fire));
        break;
      case 'wait':
        waiting.set(fireName(decision.fire), decision.cause);
        break;
      case 'dispatch':
        gone.add(fireName(decision.fire));
        if (!decision.ends) begun.push(decision.run);
        if (decision.run.lane === 'scheduled') scheduled++;
        else backfill++;
        break;
      case 'run-ends':
        ended.add(decision.run);
        break;
      case 'cancel':
        changed.set(decision.run, (run) => ({ ...run, cancelAsked: true }));
        break;
      case 'attempt':
        changed.set(decision.run, (run) => ({ ...run, attempt: { number: decision.number, state: 'sent' } }));
        break;
    }
  }
  const left = <T extends { readonly job: string; readonly scheduled: Instant; readonly order?: string }>(
    fires: readonly T[],
  ): readonly T[] =>
    fires.flatMap((fire) => {
      const name = fireName(fire);
      if (gone.has(name)) return [];
      const cause = waiting.get(name);
      return [cause === undefined ? fire : { ...fire, waiting: cause }];
    });
  return {
    ...state,
    fires: left(state.fires),
    backfills: left(state.backfills),
    runs: [
      ...state.runs.flatMap((run) => (ended.has(run.id) ? [] : [changed.get(run.id)?.(run) ?? run])),
      ...begun,
    ],
    minute: { start, scheduled, backfill },
  };
}
