import type { ZoneTable } from '../../../schema/time.ts';
import { type DstWindow, dstWindows, type Omission, wallOf } from '../../time/index.ts';
import { clockText, dayText } from '../wall-text.ts';

/** Says why a nominal time gives no fire, in words that follow a colon. */
export function omissionWords(omission: Omission, table: ZoneTable | undefined): string {
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
      const taken =
        calendar === undefined
          ? 'a calendar takes the date away'
          : `calendar \`${calendar}\` takes the date away`;
      if (movedTo === undefined) return taken;
      return `${taken}; moved to ${dayText(table ? wallOf(table, movedTo) : movedTo)}`;
    }
    case 'skipped':
    case 'paused':
      return reason ?? 'no reason given';
  }
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
