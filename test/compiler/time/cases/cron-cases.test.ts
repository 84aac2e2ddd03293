import { describe, expect, test } from 'vitest';
import {
  canonicalCron,
  compileSchedule,
  fires,
  neverFires,
  nextFire,
  parseCron,
  previousFire,
  resolveZone,
  type Schedule,
  zoneTable,
} from '../../../../compiler/time/index.ts';
import type { ScheduleMeaning } from '../../../../schema/manifest.ts';
import type { FoldAnswer, GapAnswer, Instant } from '../../../../schema/time.ts';
import { accepted, differences, neverFire } from './differences.ts';
import { leftOut } from './left-out.ts';
import { readJsonl } from './read-jsonl.ts';
import { dayMatches, type Rewrite, rewrites, zones } from './rewrites.ts';

interface CronCase {
  readonly id: string;
  readonly dialect: string;
  readonly expression: string;
  readonly zone?: string;
  readonly after?: string;
  readonly inclusive?: boolean;
  readonly direction?: 'prev';
  readonly expect?: readonly string[];
  readonly right?: readonly string[];
  readonly exhausted?: boolean;
  readonly never?: boolean;
  readonly match?: { readonly at: string; readonly fires: boolean };
  readonly same_as?: string;
  readonly invalid?: boolean;
  readonly reason?: string;
  readonly dst?: 'none' | 'gap' | 'fold';
  readonly policy?: { readonly gap?: string; readonly fold?: string };
  readonly byPolicy?: Readonly<Record<string, readonly string[]>>;
  readonly spec?: { readonly nth?: number };
}

interface Dst {
  readonly gap: GapAnswer;
  readonly fold: FoldAnswer;
}

const cases = readJsonl<CronCase>('cron-cases.jsonl');

const gapAnswers: Readonly<Record<string, GapAnswer>> = {
  skip: 'skip',
  'shift-forward': 'shift',
  'next-valid': 'next',
  // No policy of ours. The last is what an elapsed expression does whatever the policy.
  'hour-after-gap': 'shift',
  'interval-natural': 'skip',
};
const foldAnswers: Readonly<Record<string, FoldAnswer>> = {
  both: 'both',
  first: 'first',
  second: 'second',
  'interval-both/fixed-first': 'first',
  'interval-both/fixed-second': 'second',
};
const everyDst: readonly Dst[] = (['shift', 'next', 'skip'] as const).flatMap((gap) =>
  (['first', 'second', 'both'] as const).map((fold) => ({ gap, fold })),
);

function rewriteOf({ dialect, expression }: CronCase): Rewrite | undefined {
  return rewrites[dialect]?.[expression];
}

function isRewritten(example: CronCase): boolean {
  return rewriteOf(example) !== undefined || (example.zone !== undefined && example.zone in zones);
}

const tested = cases.filter(({ id }) => !(id in leftOut));
const rewritten = tested.filter(isRewritten);
const asTheyStand = tested.filter((example) => !isRewritten(example));

/** The seconds of an instant or a wall time; part of a second is dropped, which an exclusive bound doesn't notice. */
function seconds(text: string): Instant {
  return Math.floor(Date.parse(text.endsWith('Z') ? text : `${text}Z`) / 1000);
}

function show(instant: Instant | undefined): string {
  return instant === undefined ? 'none' : new Date(instant * 1000).toISOString().replace('.000', '');
}

function zoneNamed(name: string): string {
  const resolved = resolveZone(zones[name] ?? name);
  if (resolved.kind !== 'zone') {
    throw new Error(`${name} is no zone here`);
  }
  return resolved.zone;
}

function cronText(example: CronCase): string | undefined {
  const rewrite = rewriteOf(example);
  return rewrite ? ('cron' in rewrite ? rewrite.cron : undefined) : example.expression;
}

function meaningOf(example: CronCase, dst: Dst): ScheduleMeaning {
  const rewrite = rewriteOf(example) ?? { cron: example.expression };
  const bounds = {
    ...('start' in rewrite && rewrite.start ? { start: seconds(rewrite.start) } : {}),
    ...('end' in rewrite && rewrite.end ? { end: seconds(rewrite.end) } : {}),
  };
  if ('every' in rewrite) {
    return { timing: { kind: 'every', every: rewrite.every, anchor: seconds(rewrite.anchor) }, ...bounds };
  }
  const zone = zoneNamed(rewrite.zone ?? example.zone ?? 'UTC');
  if ('at' in rewrite) {
    return { timing: { kind: 'at', instants: [], walls: [seconds(rewrite.at)], zone, ...dst } };
  }
  const parsed = parseCron(rewrite.cron);
  if (parsed.kind !== 'cron') {
    throw new Error(
      `\`${rewrite.cron}\` is refused: ${parsed.faults.map(({ message }) => message).join('; ')}`,
    );
  }
  const dayMatch =
    ('dayMatch' in rewrite ? rewrite.dayMatch : undefined) ??
    dayMatches[example.id] ??
    dayMatches[example.dialect];
  return {
    timing: {
      kind: 'cron',
      expressions: [canonicalCron(parsed.cron)],
      ...(parsed.cron.restrictsBothDays && dayMatch ? { dayMatch } : {}),
      zone,
      ...dst,
    },
    ...bounds,
  };
}

function scheduleOf(example: CronCase, dst: Dst): Schedule {
  const meaning = meaningOf(example, dst);
  const zone = 'zone' in meaning.timing ? meaning.timing.zone : undefined;
  return compileSchedule(meaning, { ...(zone ? { table: zoneTable(zone) } : {}), calendars: {} });
}

/** The next `count` fires from where the case asks, or the previous ones. */
function answer(schedule: Schedule, example: CronCase, count: number): string[] {
  const isWhole = !example.after!.includes('.');
  let at = seconds(example.after!);
  if (example.inclusive && isWhole) {
    at += example.direction ? 1 : -1;
  }
  const found: string[] = [];
  while (found.length < count) {
    const next = example.direction ? previousFire(schedule, at) : nextFire(schedule, at);
    if (next === undefined) {
      break;
    }
    found.push(show(next));
    at = next;
  }
  return found;
}

/** Judged here by the text, apart from `classOf`: an expression with a fire in each of the 24 hours is elapsed. */
function isElapsed(text: string): boolean {
  const fields = text.split(/\s+/);
  return /^(\*(\/1)?|0\/1|0-23(\/1)?)$/.test(fields.at(-4)!) || text === '@hourly';
}

/** Every answer that the case lets us check, with the policy it holds under. */
function expectations(example: CronCase): { dst: Dst; expect: readonly string[] }[] {
  const ours = differences[example.id]?.expect ?? example.right ?? example.expect ?? [];
  if (!example.policy) {
    return everyDst.map((dst) => ({ dst, expect: ours }));
  }
  const dst: Dst = {
    gap: gapAnswers[example.policy.gap ?? 'skip']!,
    fold: foldAnswers[example.policy.fold ?? 'first']!,
  };
  const checks = [{ dst, expect: ours }];
  const { byPolicy } = example;
  const text = cronText(example);
  if (byPolicy && text && isElapsed(text)) {
    checks.push(...everyDst.map((every) => ({ dst: every, expect: byPolicy['skip'] ?? byPolicy['both']! })));
  } else if (byPolicy) {
    for (const [policy, expected] of Object.entries(byPolicy)) {
      checks.push(
        example.dst === 'gap'
          ? { dst: { gap: gapAnswers[policy]!, fold: 'first' }, expect: expected }
          : { dst: { gap: 'skip', fold: foldAnswers[policy]! }, expect: expected },
      );
    }
  }
  return checks;
}

function check(example: CronCase): void {
  if (example.same_as !== undefined) {
    const other = rewrites[example.dialect]?.[example.same_as];
    const texts = [cronText(example)!, other && 'cron' in other ? other.cron : example.same_as];
    const [one, two] = texts.map((text) => {
      const parsed = parseCron(text);
      return parsed.kind === 'cron' ? canonicalCron(parsed.cron) : `\`${text}\` is refused`;
    });
    expect(one).toBe(two);
    return;
  }
  for (const { dst, expect: expected } of expectations(example)) {
    const schedule = scheduleOf(example, dst);
    const policy = `under gap ${dst.gap}, fold ${dst.fold}`;
    if (example.match) {
      const at = seconds(example.match.at);
      expect(fires(schedule, at, at + 1).count, policy).toBe(example.match.fires ? 1 : 0);
    }
    if (example.spec?.nth) {
      expect(answer(schedule, example, example.spec.nth).at(-1), policy).toBe(expected[0]);
      continue;
    }
    if (example.never && !example.policy) {
      expect(neverFires(schedule), policy).toBe(true);
    }
    const more = example.exhausted || example.never ? 1 : 0;
    expect(answer(schedule, example, expected.length + more), policy).toEqual(expected);
    if (!example.direction && expected.length > 0) {
      const from = seconds(expected[0]!);
      const found = fires(schedule, from, seconds(expected.at(-1)!) + 1);
      expect([...found.scheduled.subarray(0, found.count)].map(show), policy).toEqual(expected);
    }
  }
}

function checkRefused(example: CronCase): void {
  const text = cronText(example)!;
  const parsed = parseCron(text);
  if (example.id in accepted || neverFire.includes(example.id)) {
    expect(parsed.kind).toBe('cron');
    expect(neverFires(scheduleOf({ ...example, zone: 'UTC' }, everyDst[0]!))).toBe(
      neverFire.includes(example.id),
    );
    return;
  }
  expect(parsed.kind).toBe('invalid');
  if (parsed.kind === 'invalid') {
    expect(parsed.faults.length).toBeGreaterThan(0);
    for (const { message, start, end } of parsed.faults) {
      expect(message).toMatch(/^[^\n]{5,}[^.\n]$/);
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeGreaterThanOrEqual(start);
      expect(end).toBeLessThanOrEqual(text.length);
    }
  }
}

const title = ({ id, expression, zone, reason }: CronCase) =>
  [`${id}: \`${expression}\` ${zone ? `in ${zone}` : `(${reason})`}`] as const;
const rows = (examples: readonly CronCase[], invalid: boolean) =>
  examples
    .filter((example) => (example.invalid ?? false) === invalid)
    .map((example) => [...title(example), example] as const);

describe('the cron cases of other schedulers', () => {
  test('are each in one of three groups', () => {
    const counts = {
      asTheyStand: asTheyStand.length,
      rewritten: rewritten.length,
      leftOut: cases.length - tested.length,
    };
    expect(counts).toEqual({ asTheyStand: 558, rewritten: 171, leftOut: 42 });
    expect(cases.length).toBe(771);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(771);
  });

  test('are all named rightly in the tables', () => {
    const ids = new Set(tested.map(({ id }) => id));
    for (const id of [...Object.keys(differences), ...Object.keys(accepted), ...neverFire]) {
      expect(ids).toContain(id);
    }
    for (const [id, { expect: ours }] of Object.entries(differences)) {
      const theirs = tested.find((example) => example.id === id);
      expect(ours, id).not.toEqual(theirs?.right ?? theirs?.expect);
    }
    expect(Object.keys(leftOut).filter((id) => !cases.some((example) => example.id === id))).toEqual([]);
    const unused = Object.entries(rewrites).flatMap(([dialect, texts]) =>
      Object.keys(texts).filter(
        (text) =>
          !tested.some(
            (example) => example.dialect === dialect && [example.expression, example.same_as].includes(text),
          ),
      ),
    );
    expect(unused).toEqual([]);
  });

  test('are rewritten only where the text itself is refused or means something else', () => {
    const taken = rewritten.filter(
      (example) => rewriteOf(example) && parseCron(example.expression).kind === 'cron',
    );
    expect([...new Set(taken.map(({ dialect, expression }) => `${dialect}: ${expression}`))]).toEqual([
      // Seconds first here, a year last there; Sunday is 0 here, 1 there.
      'cronexpr: 0 0 * 04 * *',
      'go-quartz: 0 0 0 * * 2',
      'go-quartz: 0 0 0 * * 5',
    ]);
  });
});

describe('as they stand', () => {
  test.each(rows(asTheyStand, false))('%s', (_, example) => check(example));
});

describe('in our words', () => {
  test.each(rows(rewritten, false))('%s', (_, example) => check(example));
});

describe('refused, or taken on purpose', () => {
  test.each(rows(tested, true))('%s', (_, example) => checkRefused(example));
});
