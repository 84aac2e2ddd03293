import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { unknown, type Value, type Values } from '../../../provider/wire/value.ts';
import { calendarDates, jobExtras, policyAnswers, schedule, target } from './configurations.ts';
import { brokenPromises, isEqual } from './terraform-rules.ts';
import { type Kept, terraformRun } from './terraform-run.ts';

/** Terraform's contract with providers, held without Terraform: see terraform-rules.ts. */

const scratch = mkdtempSync(join(tmpdir(), 'almanac-contract-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let runs = 0;

type Fields = Readonly<Record<string, Value>>;

/** What a person has written at one moment. */
interface Configuration {
  readonly policy: Fields;
  readonly calendar: Fields;
  readonly schedule: Fields;
  readonly target: Fields;
  readonly extras: Fields;
  readonly name: string;
  readonly refersBy: 'spec' | 'name' | 'in place';
  /** What is not known while it is planned, and is when it is applied. */
  readonly hidden: 'nothing' | 'url' | 'schedule' | 'cron' | 'horizon' | 'dates' | 'tenant';
}

const configuration: fc.Arbitrary<Configuration> = fc
  .constantFrom<Configuration['refersBy']>('spec', 'spec', 'name', 'in place')
  .chain((refersBy) =>
    fc.record({
      policy: policyAnswers,
      calendar: calendarDates,
      schedule: schedule(['easter']),
      target,
      extras: jobExtras,
      name: fc.constantFrom('statement-run', 'statement-run', 'letters'),
      refersBy: fc.constant(refersBy),
      hidden: fc.constantFrom<Configuration['hidden']>(
        'nothing',
        'nothing',
        'url',
        'schedule',
        'cron',
        'horizon',
        'dates',
        'tenant',
      ),
    }),
  );

const order = [
  'almanac_tenant',
  'almanac_policy',
  'almanac_calendar',
  'almanac_job',
  'almanac_grant',
] as const;
type State = Partial<Record<(typeof order)[number], Kept>>;

/** The configuration of a resource; `made` are the states that others refer to, `isPlanning` hides what is hidden. */
function configOf(
  type: (typeof order)[number],
  written: Configuration,
  made: Partial<Record<string, Values>>,
  isPlanning: boolean,
): Fields {
  const hides = (what: Configuration['hidden']) => isPlanning && written.hidden === what;
  const owner = hides('tenant') ? unknown : 'benefits';
  switch (type) {
    case 'almanac_tenant':
      return { name: 'benefits', owners: ['team@example.gov'], lanes: { scheduled: { max_concurrent: 4 } } };
    case 'almanac_policy':
      return {
        tenant: owner,
        name: 'nightly',
        ...written.policy,
        ...(hides('horizon') && { horizon: unknown }),
      };
    case 'almanac_calendar':
      return {
        tenant: owner,
        name: 'easter',
        ...written.calendar,
        ...(hides('dates') && { dates: unknown }),
      };
    case 'almanac_grant':
      return { tenant: owner, name: 'g', principals: ['a@b.gov'], verbs: ['read'], scope: { jobs: ['*'] } };
    case 'almanac_job': {
      const { exclude, ...rest } = written.schedule as { exclude?: readonly string[] };
      const spec = (of: string) => made[of]!['spec']!;
      const calendars = exclude?.map((name) =>
        written.refersBy === 'spec' ? spec('almanac_calendar') : name,
      );
      const whole = { ...rest, ...(calendars && { exclude: calendars }) };
      return {
        tenant: owner,
        name: written.name,
        schedule: hides('schedule')
          ? unknown
          : { ...whole, ...(hides('cron') && 'cron' in whole && { cron: unknown }) },
        target:
          hides('url') && 'http' in written.target
            ? { http: { ...(written.target['http'] as Fields), url: unknown } }
            : written.target,
        ...written.extras,
        ...(written.refersBy === 'in place'
          ? { policy_in_place: written.policy }
          : { policy: written.refersBy === 'spec' ? spec('almanac_policy') : 'nightly' }),
      };
    }
  }
}

async function runTerraform(
  path: string,
  before: State,
  written: Configuration,
  asOf: string | null,
  now: number,
): Promise<State> {
  const planning = terraformRun(path, asOf, now);
  const refreshed: State = {};
  for (const type of order) {
    const kept = before[type] && (await planning.refresh(type, before[type]));
    if (kept) refreshed[type] = kept;
  }
  const first: Record<string, Values> = {};
  const replaced = new Set<string>();
  for (const type of order) {
    const config = configOf(type, written, first, true);
    const plan = await planning.plan(type, refreshed[type] ?? null, config);
    const whole = plan.isReplaced ? await planning.plan(type, null, config, plan.private) : plan;
    if (plan.isReplaced) replaced.add(type);
    first[type] = whole.planned!;
  }

  const applying = terraformRun(path, asOf, now + 60);
  const after: State = { ...refreshed };
  const made: Record<string, Values> = { ...first };
  // What is replaced goes first, dependents before what they depend on.
  for (const type of [...order].reverse()) {
    if (replaced.has(type)) await applying.apply(type, refreshed[type]!, null, refreshed[type]!.private);
  }
  for (const type of order) {
    const old = refreshed[type] ?? null;
    if (old && isEqual(old.state, first[type]!)) continue;
    const prior = replaced.has(type) ? null : old;
    const final = await applying.plan(type, prior, configOf(type, written, made, false));
    expect(brokenPromises(first[type]!, final.planned!)).toEqual([]);
    if (prior && isEqual(prior.state, final.planned!)) continue;
    after[type] = (await applying.apply(type, prior, final.planned, final.private))!;
    made[type] = after[type].state;
  }
  return after;
}

async function expectNothingToDo(
  path: string,
  state: State,
  written: Configuration,
  asOf: string | null,
  now: number,
) {
  const run = terraformRun(path, asOf, now);
  const made: Record<string, Values> = {};
  for (const type of order) {
    const kept = (await run.refresh(type, state[type]!))!;
    const { planned } = await run.plan(type, kept, configOf(type, written, made, false));
    expect(brokenPromises(kept.state, planned!)).toEqual([]);
    made[type] = planned!;
  }
}

const day = 86_400;
const began = Date.parse('2027-01-15T09:00:00Z') / 1000;
const iso = (instant: number) => new Date(instant * 1000).toISOString().replace('.000', '');

describe('For random configurations, one after another', () => {
  test('plans are valid, final plans keep their word, applies give what was planned, and then nothing is left to do', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(configuration, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('clock', 'clock', 'none'),
        async (writings, clock) => {
          const path = join(scratch, `${runs++}.json`);
          let state: State = {};
          let now = began;
          for (const written of writings) {
            const asOf = clock === 'clock' ? iso(now) : null;
            state = await runTerraform(path, state, written, asOf, now);
            now += 3600;
            await expectNothingToDo(path, state, written, asOf && iso(now), now);
            now += 40 * day;
            await expectNothingToDo(path, state, written, asOf && iso(now), now);
          }
          const last = terraformRun(path, iso(now), now);
          for (const type of [...order].reverse()) {
            const kept = (await last.refresh(type, state[type]!))!;
            const { planned, private: goes } = await last.plan(type, kept, null);
            await last.apply(type, kept, planned, goes);
          }
        },
      ),
      { numRuns: 60, seed: 2026 },
    );
  }, 240_000);
});

describe('The rules themselves', () => {
  const attributes = [
    { name: 'a', description: '', type: 'string', mode: 'optional' },
    { name: 'c', description: '', type: 'string', mode: 'computed' },
  ] as const;

  test('find a plan that makes up a value, and a final plan that takes one back', async () => {
    const { invalidPlan } = await import('./terraform-rules.ts');
    expect(invalidPlan(attributes, null, { a: null, c: null }, { a: 'x', c: 'y' })).toHaveLength(1);
    expect(
      invalidPlan(attributes, { a: '2:30', c: '' }, { a: '02:30', c: null }, { a: '2:30', c: 'y' }),
    ).toEqual([]);
    expect(invalidPlan(attributes, null, { a: '02:30', c: null }, { a: '2:30', c: null })).toHaveLength(1);
    expect(brokenPromises({ a: 'x', c: unknown }, { a: 'x', c: 'later' })).toEqual([]);
    expect(brokenPromises({ a: 'x', c: 'now' }, { a: 'x', c: 'later' })).toHaveLength(1);
  });
});
