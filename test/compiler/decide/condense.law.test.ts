import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  advance,
  condense,
  decide,
  type Hold,
  type OpenFire,
  type Run,
  type TenantState,
} from '../../../compiler/decide/index.ts';
import { anyRules } from './any-script.ts';

const start = 1_800_000_000;
const length = 7200;

test('Fires that are split off before decide sees them have the fates that decide would give them', () => {
  const scenario = fc.record({
    rules: anyRules(length),
    spread: fc.constantFrom(0, 40),
    scheduled: fc
      .uniqueArray(fc.nat(length / 20), { minLength: 1, maxLength: 40 })
      .map((list) => list.sort((a, b) => a - b).map((at) => start + at * 20)),
    after: fc.nat(7200),
    quarantined: fc.boolean(),
    hold: fc.option(fc.nat(length), { nil: undefined }),
    /** Fires before the unseen ones that are open already. */
    waiting: fc.array(fc.constantFrom('waiting.overlap', 'waiting.hold', 'waiting.lane', 'waiting.spread'), {
      maxLength: 2,
    }),
    running: fc.boolean(),
  });
  fc.assert(
    fc.property(scenario, ({ scheduled, spread, after, hold, waiting, running, quarantined, ...given }) => {
      const now = scheduled.at(-1)! + spread + after;
      const rules = { ...given.rules, ...(quarantined && after % 3 === 0 && { quarantined }) };
      const fireAt = (at: number, from: number): OpenFire => ({
        job: 'a',
        scheduled: at,
        due: at + spread,
        window: { from, to: at },
      });
      const open = waiting.map((cause, index) => ({
        ...fireAt(start - 60 * (index + 1), start - 60 * (index + 2)),
        waiting: cause as NonNullable<OpenFire['waiting']>,
      }));
      const holds: Hold[] = hold === undefined ? [] : [{ until: start + hold, reason: 'held' }];
      const run: Run = {
        id: 'a@run',
        job: 'a',
        scheduled: start - 600,
        lane: 'scheduled',
        window: { from: start - 660, to: start - 600 },
        dispatched: start - 600,
        started: false,
        attempt: { number: 1, state: 'sent' },
        attemptCountMax: 1,
      };
      const state: TenantState = {
        jobs: { a: rules },
        fires: open,
        backfills: [],
        runs: running ? [run] : [],
        caps: { scheduled: {}, backfill: {}, groups: { g: 1, h: 1 } },
        holds,
        minute: { start: 0, scheduled: 0, backfill: 0 },
      };
      const windowAt = (index: number) => (index === 0 ? start - 60 : scheduled[index - 1]!);
      const all = scheduled.map((at, index) => fireAt(at, windowAt(index)));
      const unseen = { job: 'a', scheduled, from: 0, until: scheduled.length, spread };
      const { certain, rest, widenedOver } = condense(unseen, { rules, holds, open }, now);
      const left = all.slice(rest).map((fire, index) => ({
        ...fire,
        ...(index === 0 &&
          widenedOver !== undefined && { window: { from: windowAt(widenedOver), to: fire.window.to } }),
      }));
      const split = certain.flatMap(({ from, until, cause, because }) =>
        all.slice(from, until).map(({ scheduled: at, due }) => ({ at, cause, because: { ...because, due } })),
      );
      const told = outcomes({ ...state, fires: [...open, ...left] }, now);
      expect({ ...told, fates: [...split, ...told.fates].sort((a, b) => a.at - b.at) }).toEqual(
        outcomes({ ...state, fires: [...open, ...all] }, now),
      );
    }),
    { seed: 1, numRuns: 500 },
  );
});

/** What becomes of fires: their fates, and what is open and going on afterwards. */
function outcomes(state: TenantState, now: number) {
  const decisions = decide(state, now);
  const { fires, runs } = advance(state, decisions, now);
  return {
    fates: decisions
      .flatMap((decision) =>
        decision.kind === 'fate'
          ? [{ at: decision.fire.scheduled, cause: decision.cause, because: decision.because }]
          : [],
      )
      .sort((a, b) => a.at - b.at),
    fires: fires.toSorted((a, b) => a.scheduled - b.scheduled),
    runs,
    dispatched: decisions.flatMap((decision) => (decision.kind === 'dispatch' ? [decision.run] : [])),
  };
}
