import { describe, expect, test } from 'vitest';
import {
  canonicalCron,
  compileSchedule,
  fires,
  nextFire,
  parseCron,
  previousFire,
  resolveZone,
  type Schedule,
  zoneTable,
} from '../../../../compiler/time/index.ts';
import type { FoldAnswer, GapAnswer, Instant } from '../../../../schema/time.ts';
import { readJsonl } from './read-jsonl.ts';

interface BugReport {
  readonly id: string;
  readonly kind: string;
  readonly summary: string;
  /** An arrow in `schedule` separates what stood before an edit from what stood after it. */
  readonly input: { readonly schedule?: string; readonly zone?: string };
  readonly expect?: {
    /** Exclusive. For an edit, the instant at which it was made. */
    readonly after: string;
    readonly fires: readonly string[];
    readonly gap?: string;
    readonly fold?: string;
  };
}

const gapAnswers: Readonly<Record<string, GapAnswer>> = {
  skip: 'skip',
  'shift-forward': 'shift',
  'next-valid': 'next',
};

// Written for schedulers in which either day field may match, which two of the reports are about.
const dayMatch = 'either';

const reports = readJsonl<BugReport>('bug-reports.jsonl');
const expected = reports.filter((report) => report.expect !== undefined);

function seconds(text: string): Instant {
  return Math.floor(Date.parse(text) / 1000);
}

function show(instant: Instant | undefined): string {
  return instant === undefined ? 'none' : new Date(instant * 1000).toISOString().replace('.000', '');
}

function compile(
  text: string,
  zoneName: string,
  dst: { gap: GapAnswer; fold: FoldAnswer },
  start?: Instant,
): Schedule {
  const parsed = parseCron(text);
  const resolved = resolveZone(zoneName);
  if (parsed.kind !== 'cron' || resolved.kind !== 'zone') {
    throw new Error(`\`${text}\` in ${zoneName} can't be read`);
  }
  return compileSchedule(
    {
      timing: {
        kind: 'cron',
        expressions: [canonicalCron(parsed.cron)],
        ...(parsed.cron.restrictsBothDays ? { dayMatch } : {}),
        zone: resolved.zone,
        ...dst,
      },
      ...(start === undefined ? {} : { start }),
    },
    { table: zoneTable(resolved.zone), calendars: {} },
  );
}

describe('what went wrong elsewhere goes right here', () => {
  test('every report that says what is right is asked', () => {
    expect({ all: reports.length, expected: expected.length }).toEqual({ all: 122, expected: 52 });
  });

  test.each(expected.map((report) => [report.id, report.summary, report] as const))(
    '%s: %s',
    (_id, _summary, report) => {
      const { after: afterText, fires: right, gap, fold } = report.expect!;
      const after = seconds(afterText);
      const texts = report.input.schedule!.split('→').map((text) => text.trim());
      // A report that names no policy holds under every one.
      const gaps = gap ? [gapAnswers[gap]!] : (['shift', 'next', 'skip'] as const);
      const folds = fold ? [fold as FoldAnswer] : (['first', 'second', 'both'] as const);
      for (const dst of gaps.flatMap((gap) => folds.map((fold) => ({ gap, fold })))) {
        // An edit takes force at an instant, and nothing comes of it before.
        const edited = texts.length > 1;
        const schedule = compile(texts.at(-1)!, report.input.zone!, dst, edited ? after + 1 : undefined);
        const found: string[] = [];
        for (let at: Instant | undefined = after; found.length < right.length; ) {
          at = nextFire(schedule, at);
          found.push(show(at));
          if (at === undefined) {
            break;
          }
        }
        expect(found).toEqual(right);
        const range = fires(schedule, after + 1, seconds(right.at(-1)!) + 1);
        expect([...range.scheduled.subarray(0, range.count)].map(show)).toEqual(right);
        expect(show(previousFire(schedule, seconds(right.at(-1)!) + 1))).toBe(right.at(-1));
      }
    },
  );
});
