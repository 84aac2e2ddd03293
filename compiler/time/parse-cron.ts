import type { Cron, CronFault } from './cron.ts';
import { readDayOfMonth, readDayOfWeek } from './cron-day-items.ts';
import {
  ascending,
  DAY_OF_WEEK,
  type FieldRule,
  type FieldSink,
  HOUR,
  itemsOf,
  MINUTE,
  MONTH,
  type Piece,
  readItem,
  SECOND,
} from './cron-field.ts';

/** An expression's meaning, or everything that is wrong with it, in the order of the text. */
export type ParsedCron =
  | { readonly kind: 'cron'; readonly cron: Cron }
  | { readonly kind: 'invalid'; readonly faults: readonly CronFault[] };

/** The longest expression worth writing lists every value of every field: some 640 characters. */
const LENGTH_MAX = 1000;

/** A text that is wrong in more ways is not cron. */
const FAULTS_MAX = 20;

const NICKNAMES: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

/**
 * Parses a cron expression: five fields by the rules of Vixie cron (crontab(5)), or six with seconds first.
 *
 * Beyond Vixie: `L`, `L-n`, `nW`, `LW`, `dL`, `d#n`, `d#-n`, and `n/s`, which runs to the end of the field.
 * Less than Vixie: backward ranges and steps of the field's size or more are faults, whose help has the rewrite.
 * Never throws. Bounded: texts over 1,000 characters, lists over 100 items and faults over 20 are cut off.
 */
export function parseCron(text: string): ParsedCron {
  const faults: CronFault[] = [];
  const note = (piece: Piece, message: string, help?: string): void => {
    if (faults.length === FAULTS_MAX) return;
    const end = piece.start + piece.text.length;
    if (faults.some((fault) => fault.start === piece.start && fault.message === message)) return;
    faults.push({ message, ...(help === undefined ? {} : { help }), start: piece.start, end });
  };
  const cron = read(text, note);
  if (cron !== undefined && faults.length === 0) return { kind: 'cron', cron };
  return { kind: 'invalid', faults: faults.sort((a, b) => a.start - b.start) };
}

type Note = FieldSink['fault'];

function read(text: string, note: Note): Cron | undefined {
  const whole = { text, start: 0 };
  if (text.length > LENGTH_MAX) {
    note(whole, `an expression of more than ${LENGTH_MAX} characters`);
    return undefined;
  }
  const pieces: Piece[] = [...text.matchAll(/\S+/g)].map((match) => ({ text: match[0], start: match.index }));
  const first = pieces[0];
  if (first === undefined) {
    note(whole, 'an empty expression', 'write five fields: minute, hour, day of month, month, day of week');
    return undefined;
  }
  if (first.text.startsWith('@')) return readNickname(text, pieces, note);
  if (/^(cron|rate)\(/i.test(first.text)) {
    const rate = /^rate/i.test(first.text);
    note(
      whole,
      `\`${rate ? 'rate' : 'cron'}(\` is how EventBridge writes a schedule`,
      rate
        ? 'write `every: 90m` with an `anchor` instead of `cron`'
        : 'write the first five fields without the parentheses, `*` for `?`, and 0 for Sunday, which is 1 there',
    );
    return undefined;
  }
  if (/^(CRON_)?TZ=/.test(first.text)) {
    note(
      first,
      `\`${first.text}\` is not part of an expression`,
      'write the zone beside it: `zone: Europe/London`',
    );
    pieces.shift();
  }
  return readFields(text, pieces, note);
}

function readNickname(text: string, pieces: readonly Piece[], note: Note): Cron | undefined {
  const [nickname, ...rest] = pieces as [Piece, ...Piece[]];
  const name = nickname.text.toLowerCase();
  const fields = Object.hasOwn(NICKNAMES, name) ? NICKNAMES[name]! : undefined;
  if (name === '@reboot') {
    note(
      nickname,
      '`@reboot` has no time',
      'a job of Almanac fires at declared times only: write when it should',
    );
  } else if (name === '@every') {
    const every = /^(\d+[dhms])+$/.test(rest[0]?.text ?? '') ? rest[0]!.text : '90m';
    note(
      nickname,
      '`@every` is not cron',
      `write \`every: ${every}\` with an \`anchor\` instead of \`cron\``,
    );
  } else if (fields === undefined) {
    note(
      nickname,
      `\`${nickname.text}\` is no nickname`,
      `it is one of ${Object.keys(NICKNAMES).join(', ')}`,
    );
  } else if (rest.length > 0) {
    note(
      rest[0]!,
      `\`${rest[0]!.text}\` after a nickname`,
      `\`${nickname.text}\` stands alone: it means \`${fields}\``,
    );
  } else {
    const pieces = [...fields.matchAll(/\S+/g)].map((match) => ({ text: match[0], start: match.index }));
    return readFields(text, pieces, note);
  }
  return undefined;
}

function readFields(text: string, pieces: Piece[], note: Note): Cron | undefined {
  const command = pieces.find((piece, index) => index >= 5 && looksLikeCommand(piece.text));
  if (command !== undefined) {
    note(
      command,
      `\`${command.text}\` looks like a command`,
      'write it as the `target`; the expression ends after the day of week',
    );
    pieces.length = pieces.indexOf(command);
  }
  if (pieces.length === 7) {
    note(pieces[6]!, 'a seventh field, for years', 'write six fields, and the years as `start` and `end`');
    pieces.pop();
  }
  if (pieces.length !== 5 && pieces.length !== 6) {
    const start = pieces[0]?.start ?? 0;
    const last = pieces.at(-1);
    const end = last === undefined ? text.length : last.start + last.text.length;
    note(
      { text: text.slice(start, end), start },
      `${pieces.length} field${pieces.length === 1 ? '' : 's'} where five are wanted`,
      'write minute, hour, day of month, month, day of week; a sixth field, for seconds, comes first',
    );
    return undefined;
  }
  const hasSeconds = pieces.length === 6;
  const [minute, hour, dayOfMonth, month, dayOfWeek] = pieces.slice(-5) as [
    Piece,
    Piece,
    Piece,
    Piece,
    Piece,
  ];
  const cron = {
    text,
    hasSeconds,
    seconds: hasSeconds ? readPlain(pieces[0]!, SECOND, note) : [0],
    minutes: readPlain(minute, MINUTE, note),
    hours: readPlain(hour, HOUR, note),
    dayOfMonth: readDayOfMonth(dayOfMonth, sinkTo(note)),
    months: readPlain(month, MONTH, note),
    dayOfWeek: readDayOfWeek(dayOfWeek, sinkTo(note)),
  };
  return { ...cron, restrictsBothDays: !cron.dayOfMonth.any && !cron.dayOfWeek.any };
}

/** A crontab line goes on with its command, a path or a word. */
function looksLikeCommand(text: string): boolean {
  if (/^[./~]/.test(text)) return true;
  return /^[a-z_.-]{4,}$/i.test(text) && !DAY_OF_WEEK.words?.includes(text.slice(0, 3).toUpperCase());
}

function readPlain(field: Piece, rule: FieldRule, note: Note): number[] {
  const sink = sinkTo(note);
  for (const item of itemsOf(field, sink)) readItem(item, rule, sink);
  return ascending(sink.values);
}

function sinkTo(note: Note): FieldSink {
  return { values: new Set(), fault: note };
}
