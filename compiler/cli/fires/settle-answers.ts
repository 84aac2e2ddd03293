import type { Instant, WallTime, ZoneTable } from '../../../schema/time.ts';
import { dayText, gapAround } from '../../explain/index.ts';
import { CallError } from '../../source/index.ts';
import { clockText, instantsOf } from '../../time/index.ts';
import type { Answers, Expression } from './expression.ts';
import { type FireListing, type FireRange, listFires } from './list-fires.ts';

/**
 * Lists the fires of an expression where some of its answers were not given, if they make no difference to
 * what is listed: so a gap far outside the range asks nobody for `--gap`.
 *
 * @throws {CallError} where an answer matters, naming the first date on which it does.
 */
export function settleAnswers(expression: Expression, range: FireRange): FireListing {
  const { candidates, table } = expression;
  const attempt = (answers: Answers): Attempt => {
    const listing = listFires({ schedule: expression.schedule(answers), table, spread: 0 }, range);
    return { answers, listing, marks: marksOf(listing) };
  };
  const first = candidates[0]!;
  const alike = candidates.filter(({ gap, fold }) => gap === first.gap && fold === first.fold);
  const tried = alike.map(attempt);
  // Where the clocks do not change, gap and fold are not met, whatever the answers.
  if (tried.some(({ listing }) => meetsTransition(listing, range, table))) {
    tried.push(...candidates.filter((answers) => !alike.includes(answers)).map(attempt));
  }
  for (const name of ['dayMatch', 'gap', 'fold'] as const) {
    for (const one of tried) {
      const other = tried.find(
        (two) => differOnlyIn(name, one.answers, two.answers) && !sameMarks(one.marks, two.marks),
      );
      if (other) throw needed[name](difference(one.marks, other.marks), table);
    }
  }
  return tried[0]!.listing;
}

interface Attempt {
  readonly answers: Answers;
  readonly listing: FireListing;
  readonly marks: Marks;
}

/** A gap moves a fire by a day at most (Apia, 2011), and a second day is for good measure. */
const margin = 2 * 86_400;

function meetsTransition(listing: FireListing, range: FireRange, table: ZoneTable | undefined): boolean {
  const { fires, end } = listing;
  const last = end === 'count' ? fires.at(-1)!.scheduled : (range.until ?? Number.POSITIVE_INFINITY);
  const changes = table?.transitions ?? [];
  return changes.some((at) => at > range.from - margin && at < last + margin);
}

/** What a listing shows, as text to instant and nominal time. */
type Marks = ReadonlyMap<string, Mark>;

interface Mark {
  readonly at: Instant;
  readonly nominal: WallTime;
}

function marksOf({ fires, omissions }: FireListing): Marks {
  return new Map([
    ...fires.map(
      ({ scheduled, nominal }) => [`fire ${scheduled} ${nominal}`, { at: scheduled, nominal }] as const,
    ),
    ...omissions.map(
      ({ omission: { at, nominal, cause } }) => [`${cause} ${at} ${nominal}`, { at, nominal }] as const,
    ),
  ]);
}

function sameMarks(a: Marks, b: Marks): boolean {
  return a.size === b.size && [...a.keys()].every((key) => b.has(key));
}

/** Returns what only one of two listings shows, the earliest first. */
function difference(a: Marks, b: Marks): readonly Mark[] {
  const alone = [...[...a].filter(([key]) => !b.has(key)), ...[...b].filter(([key]) => !a.has(key))].map(
    ([, mark]) => mark,
  );
  return alone.sort((one, two) => one.at - two.at);
}

function differOnlyIn(name: keyof Answers, a: Answers, b: Answers): boolean {
  return (['gap', 'fold', 'dayMatch'] as const).every((key) =>
    key === name ? a[key] !== b[key] : a[key] === b[key],
  );
}

type Complaint = (differing: readonly Mark[], table: ZoneTable | undefined) => CallError;

const needed: Readonly<Record<keyof Answers, Complaint>> = {
  dayMatch: (differing) =>
    new CallError(
      `\`--day-match\` is needed: both day fields are restricted, and on ${dayText(differing[0]!.nominal)} only one of them matches`,
      'say `--day-match either` (one is enough, as in Vixie cron) or `--day-match both`',
    ),
  gap: (differing, table) => {
    const { at, nominal } =
      differing.find((mark) => table && instantsOf(table, mark.nominal).length === 0) ?? differing[0]!;
    const gap = gapAround({ at, nominal }, table);
    const length = gap ? gap.until - gap.from : 0;
    return new CallError(
      `\`--gap\` is needed: ${clockText(nominal)} does not exist on ${dayText(nominal)}${gap ? `, when the clocks go from ${clockText(gap.from)} to ${clockText(gap.until)}` : ''}`,
      `say \`--gap shift\` (fires at ${clockText(nominal + length)}), \`--gap next\` (at ${clockText(gap?.until ?? nominal)}) or \`--gap skip\` (not at all)`,
    );
  },
  fold: (differing, table) => {
    const { nominal } =
      differing.find((mark) => table && instantsOf(table, mark.nominal).length === 2) ?? differing[0]!;
    return new CallError(
      `\`--fold\` is needed: ${clockText(nominal)} occurs twice on ${dayText(nominal)}`,
      'say `--fold first`, `--fold second` or `--fold both`',
    );
  },
};
