import type { Diagnostic } from '../../../schema/diagnostic.ts';
import type { ScheduleMeaning } from '../../../schema/manifest.ts';
import type { FoldAnswer, GapAnswer, ZoneTable } from '../../../schema/time.ts';
import { formatDuration, formatInstant, parseInstant, parseWall } from '../../manifest/index.ts';
import { CallError } from '../../source/index.ts';
import {
  canonicalCron,
  classOf,
  compileSchedule,
  describeCron,
  parseCron,
  type Schedule,
  zoneTable,
} from '../../time/index.ts';
import { readZone } from './read-zone.ts';

/** What the options say of a schedule that stands in no file. */
export interface ExpressionOptions {
  readonly cron?: readonly string[];
  readonly every?: number;
  readonly anchor?: number;
  readonly at?: readonly string[];
  readonly zone?: string;
  readonly gap?: GapAnswer;
  readonly fold?: FoldAnswer;
  readonly dayMatch?: 'either' | 'both';
}

/** The answers that the options leave open, or give. */
export interface Answers {
  readonly gap: GapAnswer;
  readonly fold: FoldAnswer;
  readonly dayMatch?: 'either' | 'both';
}

export interface Expression {
  readonly kind: 'expression';
  /** The schedule in words. */
  readonly title: string;
  /** Where its wall times are read; UTC's where it has none. */
  readonly table: ZoneTable | undefined;
  /** Every combination of answers that the options allow. */
  readonly candidates: readonly Answers[];
  schedule(answers: Answers): Schedule;
  /** What the user might want to know, for instance that the zone has another name. */
  readonly notes: readonly string[];
}

export interface Faulty {
  readonly kind: 'faulty';
  readonly diagnostics: readonly Diagnostic[];
  /** The texts that the diagnostics point into, by the `file` of their spans. */
  readonly texts: ReadonlyMap<string, string>;
}

const gaps: readonly GapAnswer[] = ['shift', 'next', 'skip'];
const folds: readonly FoldAnswer[] = ['first', 'second', 'both'];

/** Whether any option speaks of a schedule. */
export function isExpression(options: ExpressionOptions): boolean {
  return options.cron !== undefined || options.every !== undefined || options.at !== undefined;
}

/**
 * Makes a schedule of the options.
 *
 * @throws {CallError} where options contradict each other or one is missing without which nothing can be said.
 */
export function readExpression(options: ExpressionOptions): Expression | Faulty {
  const given = (['cron', 'every', 'at'] as const).filter((name) => options[name] !== undefined);
  if (given.length > 1) {
    throw new CallError(`\`--${given[0]}\` and \`--${given[1]}\` are two schedules`, 'list one at a time');
  }
  if (options.cron) return readCron(options.cron, options);
  if (options.at) return readAt(options.at, options);
  return readEvery(options.every!, options);
}

function readCron(texts: readonly string[], options: ExpressionOptions): Expression | Faulty {
  const sources = new Map(
    texts.map((text, i) => [texts.length === 1 ? '--cron' : `--cron (${i + 1})`, text]),
  );
  const parsed = [...sources].map(([file, text]) => ({ file, result: parseCron(text) }));
  const diagnostics = parsed.flatMap(({ file, result }) =>
    result.kind === 'cron'
      ? []
      : result.faults.map(
          ({ message, help, start, end }): Diagnostic => ({
            code: 'cron-invalid',
            severity: 'error',
            message,
            ...(help !== undefined && { help }),
            span: { file, line: 1, column: start + 1, endLine: 1, endColumn: end + 1 },
          }),
        ),
  );
  if (diagnostics.length > 0) return { kind: 'faulty', diagnostics, texts: sources };
  const crons = parsed.flatMap(({ result }) => (result.kind === 'cron' ? [result.cron] : []));
  if (options.zone === undefined) {
    throw new CallError(
      '`--cron` needs `--zone`: the same wall time is another instant in each',
      'for instance `--zone Europe/Berlin`, or `--zone UTC`',
    );
  }
  const { zone, notes } = readZone(options.zone);
  const fixed = crons.some((cron) => classOf(cron) === 'fixed');
  const restricted = crons.some((cron) => cron.restrictsBothDays);
  const expressions = [...new Set(crons.map(canonicalCron))].sort();
  return {
    kind: 'expression',
    title: `${[...new Set(crons.map((cron) => describeCron(cron, options.dayMatch)))].join('; ')}, ${zone}`,
    table: zoneTable(zone),
    notes,
    // No change of clocks touches an expression that fires in every hour.
    candidates: candidates(
      fixed ? options : { gap: 'skip', fold: 'first', ...options },
      restricted ? dayMatches(options) : [undefined],
    ),
    schedule: ({ gap, fold, dayMatch }) =>
      build(
        {
          timing: { kind: 'cron', expressions, zone, gap, fold, ...(dayMatch !== undefined && { dayMatch }) },
        },
        zoneTable(zone),
      ),
  };
}

function readAt(texts: readonly string[], options: ExpressionOptions): Expression {
  const instants = new Set<number>();
  const walls = new Set<number>();
  for (const text of texts) {
    const instant = parseInstant(text);
    const wall = instant === undefined ? parseWall(text) : undefined;
    if (instant !== undefined) instants.add(instant);
    else if (wall !== undefined) walls.add(wall);
    else {
      throw new CallError(
        `\`--at\`: \`${text}\` is neither an instant nor a wall time`,
        'write `2027-03-28T01:30:00Z`, or `2027-03-28T02:30` together with `--zone`',
      );
    }
  }
  if (walls.size > 0 && options.zone === undefined) {
    throw new CallError(
      '`--at` with a wall time needs `--zone`',
      'add the zone, or an offset to the time: `2027-03-28T02:30:00+01:00`',
    );
  }
  const { zone, notes } =
    options.zone === undefined ? { zone: undefined, notes: [] } : readZone(options.zone);
  const table = zone === undefined ? undefined : zoneTable(zone);
  const open = walls.size > 0;
  return {
    kind: 'expression',
    title: `at ${texts.join(', ')}${zone === undefined ? '' : `, ${zone}`}`,
    table,
    notes,
    candidates: open ? candidates(options, [undefined]) : [{ gap: 'skip', fold: 'first' }],
    schedule: ({ gap, fold }) =>
      build(
        {
          timing: {
            kind: 'at',
            instants: sorted(instants),
            walls: sorted(walls),
            ...(open && zone !== undefined && { zone, gap, fold }),
          },
        },
        open ? table : undefined,
      ),
  };
}

function readEvery(every: number, options: ExpressionOptions): Expression {
  if (every < 1) throw new CallError('`--every` is nought', 'write a duration, for instance `90m`');
  const { anchor } = options;
  if (anchor === undefined) {
    throw new CallError(
      '`--every` needs `--anchor`, the instant from which it counts',
      'for instance `--anchor 2027-01-01T00:00:00Z`',
    );
  }
  if (!Number.isInteger(anchor))
    throw new CallError('`--anchor` has a fraction of a second', 'Almanac counts in whole seconds');
  const { zone, notes } =
    options.zone === undefined ? { zone: undefined, notes: [] } : readZone(options.zone);
  return {
    kind: 'expression',
    title: `every ${formatDuration(every)} of elapsed time, from ${formatInstant(anchor)} on`,
    table: zone === undefined ? undefined : zoneTable(zone),
    notes,
    candidates: [{ gap: 'skip', fold: 'first' }],
    schedule: () => build({ timing: { kind: 'every', every, anchor } }, undefined),
  };
}

function candidates(options: ExpressionOptions, matches: readonly Answers['dayMatch'][]): Answers[] {
  const found: Answers[] = [];
  for (const gap of options.gap ? [options.gap] : gaps) {
    for (const fold of options.fold ? [options.fold] : folds) {
      for (const dayMatch of matches) found.push({ gap, fold, ...(dayMatch !== undefined && { dayMatch }) });
    }
  }
  return found;
}

function dayMatches(options: ExpressionOptions): readonly ('either' | 'both')[] {
  return options.dayMatch ? [options.dayMatch] : ['either', 'both'];
}

function build(meaning: ScheduleMeaning, table: ZoneTable | undefined): Schedule {
  return compileSchedule(meaning, { ...(table && { table }), calendars: {} });
}

function sorted(numbers: ReadonlySet<number>): number[] {
  return [...numbers].sort((a, b) => a - b);
}
