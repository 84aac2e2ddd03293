/** The rules of one field: its range and its words. */
export interface FieldRule {
  /** In the tenant's words, for instance `day of month`. */
  readonly name: string;
  readonly min: number;
  /** The largest value, and where `n/s` ends. */
  readonly max: number;
  /** `JAN` to `DEC` or `SUN` to `SAT`; the first stands for `min`. */
  readonly words?: readonly string[];
  /** In the tenant's words, for instance `0 to 59`. */
  readonly range: string;
  /** Of durations. */
  readonly unit?: 's' | 'm' | 'h';
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

export const SECOND: FieldRule = { name: 'second', min: 0, max: 59, range: '0 to 59', unit: 's' };
export const MINUTE: FieldRule = { name: 'minute', min: 0, max: 59, range: '0 to 59', unit: 'm' };
export const HOUR: FieldRule = { name: 'hour', min: 0, max: 23, range: '0 to 23', unit: 'h' };
export const DAY_OF_MONTH: FieldRule = { name: 'day of month', min: 1, max: 31, range: '1 to 31' };
export const MONTH: FieldRule = {
  name: 'month',
  min: 1,
  max: 12,
  words: MONTHS,
  range: '1 to 12, or JAN to DEC',
};
/** 7 is Sunday too, see `isSunday7`. */
export const DAY_OF_WEEK: FieldRule = {
  name: 'day of week',
  min: 0,
  max: 6,
  words: WEEKDAYS,
  range: '0 to 7, or SUN to SAT; 0 and 7 are Sunday',
};

/** A piece of an expression, with its place in it. */
export interface Piece {
  readonly text: string;
  readonly start: number;
}

/** What a field's reading collects. Faults are noted and reading goes on, so that all are told at once. */
export interface FieldSink {
  readonly values: Set<number>;
  fault(piece: Piece, message: string, help?: string): void;
}

/** More items than any field has values are a mistake or an attack. */
const ITEMS_MAX = 100;

/** Cuts a field at its commas, at most 100 items. Notes empty items as faults and leaves them out. */
export function itemsOf(field: Piece, sink: FieldSink): Piece[] {
  const texts = field.text.split(',', ITEMS_MAX + 1);
  if (texts.length > ITEMS_MAX) {
    sink.fault(field, `a list of more than ${ITEMS_MAX} items`, 'write ranges and steps instead');
    return [];
  }
  const items: Piece[] = [];
  let start = field.start;
  for (const text of texts) {
    if (text === '') {
      sink.fault(
        { text: ',', start: Math.max(field.start, start - 1) },
        'an empty item in a list',
        'take the extra comma away',
      );
    } else {
      items.push({ text, start });
    }
    start += text.length + 1;
  }
  return items;
}

/** Reads one item that stands for plain values: `*`, `n`, `n-m`, each with a step or without. */
export function readItem(item: Piece, rule: FieldRule, sink: FieldSink): void {
  if (item.text.startsWith('?')) {
    sink.fault(item, '`?` is not part of the language', `write \`*\` for any ${rule.name}`);
    return;
  }
  if (/^h(\(.*\))?(\/\d+)?$/i.test(item.text)) {
    sink.fault(
      item,
      `\`${item.text}\` lets the scheduler choose the ${rule.name}`,
      'write the value, and `spread` to keep jobs from starting together',
    );
    return;
  }
  const [base, step, ...rest] = item.text.split('/');
  if (base === undefined || base === '' || rest.length > 0) {
    sink.fault(item, `\`${item.text}\` is no ${rule.name}`, howToStep(rule));
    return;
  }
  const span = readSpan({ text: base, start: item.start }, rule, sink);
  const by =
    step === undefined ? 1 : readStep({ text: step, start: item.start + base.length + 1 }, rule, sink);
  if (span === undefined || by === undefined) return;

  if (span.to === undefined && step !== undefined && isSunday7(rule, span.from)) {
    sink.fault(
      item,
      `\`${item.text}\` starts at the end of the week`,
      `write \`${item.text.replace('7', '0')}\` to start on Sunday, or \`0\` for Sundays`,
    );
    return;
  }
  if (step !== undefined && by > rule.max - rule.min) {
    const first = base === '*' ? rule.min : span.from;
    const elapsed = rule.unit === undefined ? '' : `, or \`every: ${by}${rule.unit}\` for elapsed time`;
    sink.fault(item, `a step of ${by} leaves only one ${rule.name}`, `write \`${first}\`${elapsed}`);
    return;
  }
  const to = span.to ?? (step === undefined ? span.from : rule.max);
  if (span.from > to) {
    const rewrite = forwards(span.from, to, by, rule, base);
    sink.fault(item, `\`${item.text}\` runs backwards`, `write \`${rewrite}\``);
    return;
  }
  for (let value = span.from; value <= to; value += by) sink.values.add(isSunday7(rule, value) ? 0 : value);
}

/** `n-m`, `n` (no `to`) or `*`. Undefined after a fault. */
function readSpan(base: Piece, rule: FieldRule, sink: FieldSink): { from: number; to?: number } | undefined {
  if (base.text === '*') return { from: rule.min, to: rule.max };
  const dash = base.text.indexOf('-', 1);
  if (dash === -1) {
    const from = readValue(base, rule, sink);
    return from === undefined ? undefined : { from };
  }
  const from = readValue({ text: base.text.slice(0, dash), start: base.start }, rule, sink);
  const to = readValue({ text: base.text.slice(dash + 1), start: base.start + dash + 1 }, rule, sink);
  return from === undefined || to === undefined ? undefined : { from, to };
}

function readStep(step: Piece, rule: FieldRule, sink: FieldSink): number | undefined {
  const by = /^\d{1,9}$/.test(step.text) ? Number(step.text) : 0;
  if (by > 0) return by;
  if (step.text === '')
    sink.fault({ text: '/', start: step.start - 1 }, 'a slash without a step', howToStep(rule));
  else sink.fault(step, `\`${step.text}\` is no step`, howToStep(rule));
  return undefined;
}

/** Reads a number or a word. Undefined after a fault. */
export function readValue(piece: Piece, rule: FieldRule, sink: FieldSink): number | undefined {
  const { text } = piece;
  if (/^\d{1,9}$/.test(text)) {
    const value = Number(text);
    if ((value >= rule.min && value <= rule.max) || isSunday7(rule, value)) return value;
    sink.fault(piece, `\`${text}\` is no ${rule.name}`, `it is ${rule.range}${hint(rule, value)}`);
    return undefined;
  }
  const index = rule.words?.indexOf(text.toUpperCase()) ?? -1;
  if (index !== -1) return rule.min + index;
  if (text === '' && piece.start >= 0) {
    sink.fault(
      { text: '-', start: piece.start - 1 },
      'a range without an end',
      `write both ends, for instance \`${rule.min}-${rule.min + 4}\``,
    );
    return undefined;
  }
  const begun = rule.words?.find((word) => text.toUpperCase().startsWith(word));
  sink.fault(
    piece,
    `\`${text}\` is no ${rule.name}`,
    begun === undefined || !/^[a-z]+$/i.test(text) ? `it is ${rule.range}` : `did you mean \`${begun}\`?`,
  );
  return undefined;
}

function hint(rule: FieldRule, value: number): string {
  if (rule === HOUR && value === 24) return '; midnight is 0, of the day that begins then';
  if ((rule === MINUTE || rule === SECOND) && value === 60)
    return `; the full ${rule === MINUTE ? 'hour' : 'minute'} is 0`;
  return '';
}

/** The week has two names for Sunday, so that both `0-5` and `1-7` can be written. */
export function isSunday7(rule: FieldRule, value: number): boolean {
  return rule === DAY_OF_WEEK && value === 7;
}

function howToStep(rule: FieldRule): string {
  return `a step is a whole number from 1 to ${rule.max - rule.min}, as in \`*/2\``;
}

/** Writes a backward range as the forward ones it means: `FRI-MON` is `FRI,SAT,SUN,MON`, `22-4` is `22-23,0-4`. */
function forwards(from: number, to: number, by: number, rule: FieldRule, base: string): string {
  const size = rule.max - rule.min + 1;
  const start = isSunday7(rule, from) ? 0 : from;
  const end = to < start ? to + size : to;
  const isWorded = /[a-z]/i.test(base);
  if (by === 1 && !isWorded) {
    // Only Sunday is left of the second week: `5-0` is `5-7`.
    if (rule === DAY_OF_WEEK && to === 0) return `${start}-7`;
    if (end <= rule.max) return spanText(start, end);
    return `${spanText(start, rule.max)},${spanText(rule.min, to)}`;
  }
  const list: string[] = [];
  for (let value = start; value <= end; value += by) {
    const turned = ((value - rule.min) % size) + rule.min;
    list.push(isWorded ? rule.words![turned - rule.min]! : String(turned));
  }
  return list.join(',');
}

function spanText(from: number, to: number): string {
  return from === to ? String(from) : `${from}-${to}`;
}

/** Lists values in ascending order. */
export function ascending(values: Iterable<number>): number[] {
  return [...values].sort((a, b) => a - b);
}
