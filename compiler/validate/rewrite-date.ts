/** Rewrites a date as `2027-03-28`; undefined where day and month could be exchanged, or it is no date. */
export function rewriteDate(text: string): string | undefined {
  const yearFirst = /^(\d{4})[-/. ]?(\d{1,2})[-/. ]?(\d{1,2})(?:[T ].*)?$/.exec(text.trim());
  if (yearFirst) return dateText(yearFirst[1]!, Number(yearFirst[2]), Number(yearFirst[3]));
  const yearLast = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(text.trim());
  if (!yearLast) return undefined;
  const [first, second] = [Number(yearLast[1]), Number(yearLast[2])];
  if (first === second || first > 12) return dateText(yearLast[3]!, second, first);
  return second > 12 ? dateText(yearLast[3]!, first, second) : undefined;
}

/**
 * Rewrites an instant as RFC 3339 wants it, to the second. What lacks an offset is given `Z`, and the words around
 * say that this is a guess.
 */
export function rewriteInstant(text: string): string | undefined {
  const match =
    /^(\d{4}-\d{2}-\d{2})(?:[Tt ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?)?\s*([Zz]|UTC|[+-]\d{1,2}:?\d{2}|[+-]\d{2})?$/.exec(
      text.trim(),
    );
  if (!match) return undefined;
  const [, date, hour = '00', minute = '00', second = '00', offset = 'Z'] = match;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  return `${date}T${hour.padStart(2, '0')}:${minute}:${second}${offsetText(offset)}`;
}

function offsetText(offset: string): string {
  const match = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(offset);
  return match ? `${match[1]}${match[2]!.padStart(2, '0')}:${match[3] ?? '00'}` : 'Z';
}

function dateText(year: string, month: number, day: number): string | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
