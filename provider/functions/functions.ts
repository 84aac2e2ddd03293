import {
  canonicalCron,
  compileSchedule,
  dayAndClockText,
  dstWindows,
  explainInstant,
  formatInstant,
  isoWall,
  nextFire,
  offsetText,
  parseCron,
  parseInstant,
  resolveZone,
  wallOf,
} from '../../compiler/index.ts';
import type { Instant, ZoneTable } from '../../schema/time.ts';
import { platformTable } from '../fires/job-side.ts';
import { ArgumentError, type ProviderFunction } from '../plugin/provider.ts';
import { isRecord, type Value } from '../wire/value.ts';

/** As many fires as a function gives at most: its value may go into state. */
const FIRES_MOST = 1000;

const fires: ProviderFunction = {
  summary: 'The next fires of a cron expression',
  description:
    'Gives the next `count` instants in UTC, after `from`, at which a cron expression fires in a zone under the answers `dst = { gap, fold }` of a policy. It reads no clock: give it `plantimestamp()`, or a fixed instant.',
  parameters: [
    { name: 'cron', description: 'Five cron fields, such as `30 1 * * *`.', shape: 'string' },
    { name: 'zone', description: 'An IANA time zone, such as `Europe/London`.', shape: 'string' },
    {
      name: 'dst',
      description: 'The answers to gap (`shift`, `next`, `skip`) and fold (`first`, `second`, `both`).',
      shape: { object: { gap: 'string', fold: 'string' } },
    },
    {
      name: 'from',
      description: 'The instant after which fires are listed, as in RFC 3339.',
      shape: 'string',
    },
    { name: 'count', description: `How many, at most ${FIRES_MOST}.`, shape: 'number' },
  ],
  gives: { list: { object: { at: 'string', wall: 'string' } } },
  call: ([cron, zone, dst, from, count]) => {
    const table = tableAt(1, zone);
    const { gap, fold } = isRecord(dst) ? dst : {};
    const gaps = ['shift', 'next', 'skip'] as const;
    const folds = ['first', 'second', 'both'] as const;
    const answers = {
      gap: gaps.find((answer) => answer === gap) ?? refuse(2, 'gap is `shift`, `next` or `skip`'),
      fold: folds.find((answer) => answer === fold) ?? refuse(2, 'fold is `first`, `second` or `both`'),
    };
    const parsed = parseCron(String(cron));
    if (parsed.kind === 'invalid')
      throw new ArgumentError(0, parsed.faults.map(({ message }) => message).join('; '));
    const most = Number(count);
    if (!Number.isInteger(most) || most < 1 || most > FIRES_MOST)
      throw new ArgumentError(4, `count is a whole number from 1 to ${FIRES_MOST}`);
    let schedule: ReturnType<typeof compileSchedule>;
    try {
      const timing = {
        kind: 'cron',
        expressions: [canonicalCron(parsed.cron)],
        zone: table.zone,
        ...answers,
      } as const;
      schedule = compileSchedule({ timing }, { table, calendars: {} });
    } catch {
      return refuse(
        0,
        'the expression restricts both day fields, so that it would have to say which it means',
      );
    }
    const found: Value[] = [];
    for (let at: Instant | undefined = instantAt(3, from); found.length < most; ) {
      at = nextFire(schedule, at);
      if (at === undefined) break;
      found.push({ at: formatInstant(at), wall: wallText(table, at, explainInstant(schedule, at)) });
    }
    return found;
  },
};

const windows: ProviderFunction = {
  summary: 'The changes of the clocks in a zone',
  description:
    'Lists the gaps (wall times that do not exist) and folds (wall times that occur twice) of a zone in `[from, until)`.',
  parameters: [
    { name: 'zone', description: 'An IANA time zone, such as `Europe/London`.', shape: 'string' },
    { name: 'from', description: 'An instant as in RFC 3339.', shape: 'string' },
    { name: 'until', description: 'An instant as in RFC 3339, at most 20 years later.', shape: 'string' },
  ],
  gives: {
    list: { object: { kind: 'string', at: 'string', from: 'string', until: 'string', offset: 'string' } },
  },
  call: ([zone, from, until]) => {
    const table = tableAt(0, zone);
    const [low, high] = [instantAt(1, from), instantAt(2, until)];
    if (high <= low) throw new ArgumentError(2, '`until` is not after `from`');
    if (high - low > 20 * 366 * 86_400)
      throw new ArgumentError(2, '`until` is more than 20 years after `from`');
    return dstWindows(table, low, high)
      .filter(({ at }) => at !== undefined)
      .map((window) => ({
        kind: window.kind,
        at: formatInstant(window.at!),
        from: isoWall(window.from),
        until: isoWall(window.until),
        offset: offsetText(window.offset),
      }));
  },
};

const valid: ProviderFunction = {
  summary: 'Whether a text is a cron expression',
  description: 'True for what a schedule may have as `cron`. For `validation` blocks of variables.',
  parameters: [{ name: 'cron', description: 'The text.', shape: 'string' }],
  gives: 'bool',
  call: ([cron]) => parseCron(String(cron)).kind === 'cron',
};

/** Functions of HCL, called as `provider::almanac::NAME(...)`. */
export const functions: Readonly<Record<string, ProviderFunction>> = {
  fires,
  dst_windows: windows,
  cron_valid: valid,
};

function wallText(table: ZoneTable, at: Instant, explanation: ReturnType<typeof explainInstant>): string {
  const wall = wallOf(table, at);
  const text = `${dayAndClockText(wall)} ${offsetText(wall - at)}`;
  if (explanation.kind !== 'fire' || !explanation.dst) return text;
  const { dst, nominal } = explanation;
  return dst.kind === 'gap'
    ? `${text}, for ${isoWall(nominal).slice(11, 16)}, which does not exist`
    : `${text}, ${dst.pass} of two passes`;
}

function tableAt(index: number, zone: Value | undefined): ZoneTable {
  const resolved = resolveZone(String(zone));
  if (resolved.kind === 'zone') return platformTable(resolved.zone);
  const [near] = resolved.suggestions;
  return refuse(
    index,
    `\`${String(zone)}\` is not an IANA time zone${near ? `; did you mean \`${near}\`?` : ''}`,
  );
}

function instantAt(index: number, text: Value | undefined): Instant {
  return (
    parseInstant(String(text)) ??
    refuse(index, 'not an instant: write it as in RFC 3339, `2027-03-28T01:30:00Z`')
  );
}

function refuse(index: number, message: string): never {
  throw new ArgumentError(index, message);
}
