import type { ZoneTable } from '../../schema/time.ts';
import {
  clockText,
  type DstWindow,
  dstWindows,
  type Omission,
  type Schedule,
  wallOf,
} from '../time/index.ts';
import type { Subject } from './subject.ts';
import { dayText } from './wall-text.ts';

/** Says why a nominal time gives no fire, in words that follow a colon. */
export function omissionWords(omission: Omission, { schedule, table }: Subject): string {
  const { cause, nominal, reason, calendar, movedTo } = omission;
  const clock = clockText(nominal);
  switch (cause) {
    case 'dst.gap': {
      const gap = gapAround(omission, table);
      const how = gap ? `, the clocks go from ${clockText(gap.from)} to ${clockText(gap.until)}` : '';
      return `${clock} does not exist this day${how}`;
    }
    case 'dst.fold':
      return `${clock} occurs twice this day, and the other one fires`;
    case 'dst.merged':
      return 'another nominal time has this instant already';
    case 'calendar': {
      const taken = calendarWords(calendar, schedule);
      if (movedTo === undefined) return taken;
      return `${taken}; moved to ${dayText(table ? wallOf(table, movedTo) : movedTo)}`;
    }
    case 'skipped':
    case 'paused':
      return reason ?? 'no reason given';
  }
}

/** A date may be taken away because a calendar has it, or because no calendar that keeps dates does. */
function calendarWords(calendar: string | undefined, { meaning }: Schedule): string {
  if (calendar !== undefined && meaning.exclude?.includes(calendar)) {
    return `calendar \`${calendar}\` takes the date away`;
  }
  const names = (meaning.include ?? []).map((name) => `\`${name}\``).join(' or ');
  return names === '' ? 'a calendar takes the date away' : `the date is not in calendar ${names}`;
}

/** Returns the gap that a nominal time falls into. */
export function gapAround(
  { at, nominal }: Pick<Omission, 'at' | 'nominal'>,
  table: ZoneTable | undefined,
): DstWindow | undefined {
  if (!table) return undefined;
  const twoDays = 2 * 86_400;
  return dstWindows(table, Math.max(0, at - twoDays), Math.min(at + twoDays, table.until)).find(
    ({ kind, from, until }) => kind === 'gap' && from <= nominal && nominal < until,
  );
}
