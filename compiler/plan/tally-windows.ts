import type { FireChange, FireCounts, OmissionCount, WindowChange } from '../../schema/plan.ts';
import type { Instant, OmissionCause, WallTime, ZoneTable } from '../../schema/time.ts';
import { type DstWindow, dstWindows, type Omission, offsetIn } from '../time/index.ts';
import type { FireSink, SideFire } from './compare-fires.ts';
import { describeFire, type ToldFire } from './describe-fire.ts';
import { clockKey, countInGroup, type FireGroups, openGroup, patternsOf } from './fire-group.ts';
import { omissionText } from './omission-text.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A changed fire as it was received; told in words only if it is shown. */
interface Change {
  readonly action: 'add' | 'remove' | 'move';
  readonly before?: SideFire;
  readonly after?: SideFire;
}

/** One DST window while it is being counted. */
interface Cell {
  readonly side: WindowChange['side'];
  readonly table: ZoneTable | undefined;
  readonly window: DstWindow | undefined;
  readonly counts: Mutable<FireCounts>;
  readonly groups: FireGroups;
  /** The first changed fires and, in one record that is written over, the last: those at the window's two ends. */
  readonly head: Change[];
  readonly tail: { action?: Change['action']; before?: SideFire | undefined; after?: SideFire | undefined };
  readonly omitted: Map<OmissionCause, Mutable<OmissionCount>>;
}

/**
 * Most changed fires that are told one by one, beside the last of each window: in a gap or fold, and at the beginning
 * of a long window; and before all windows.
 */
const exactMost = { special: 9, edge: 2, soon: 3 } as const;

export interface Tally {
  readonly sink: FireSink;
  /** Counts the omissions of both sides in a stretch of the range. */
  omit(before: readonly Omission[], after: readonly Omission[]): void;
  finish(): TallyResult;
}

export interface TallyResult {
  readonly windows: readonly WindowChange[];
  readonly counts: FireCounts;
  /** Fires that stay or move and whose run covers another span. */
  readonly windowAltered: number;
  readonly soon: readonly FireChange[];
}

/**
 * Counts the fires of a comparison per DST window.
 *
 * Windows are spans of wall time in a side's own zone. Where both sides have one table they share the windows;
 * otherwise each has its own, and what is only in `after` is counted in `after`'s. A pair stands where its
 * `before` stands, and a fire where its nominal wall time is.
 *
 * `altersAll`: the policy, target or spread differs, so every fire that stays or moves is altered.
 */
export function tallyWindows(
  tables: { readonly before?: ZoneTable | undefined; readonly after?: ZoneTable | undefined },
  sides: { readonly before: boolean; readonly after: boolean; readonly shared: boolean },
  range: { readonly from: Instant; readonly until: Instant },
  altersAll: boolean,
): Tally {
  const cellsOf = (side: WindowChange['side'], table: ZoneTable | undefined): Cell[] => {
    const windows = table ? dstWindows(table, range.from, range.until) : [undefined];
    return windows.map((window) => ({
      side,
      table,
      window,
      counts: { before: 0, after: 0, added: 0, removed: 0, moved: 0, altered: 0, unchanged: 0 },
      groups: new Map(),
      head: [],
      tail: {},
      omitted: new Map(),
    }));
  };
  const before = sides.shared || sides.before ? cellsOf(sides.shared ? 'both' : 'before', tables.before) : [];
  const after = sides.shared ? before : sides.after ? cellsOf('after', tables.after) : [];
  const findBefore = cellFinder(before);
  const findAfter = cellFinder(after);
  const twoZones = sides.before && sides.after && tables.before?.zone !== tables.after?.zone;
  const soon: Change[] = [];
  let windowAltered = 0;

  const told = (fire: SideFire | undefined, table: ZoneTable | undefined): ToldFire | undefined =>
    fire && { scheduled: fire.scheduled, nominal: fire.nominal, table };
  const tell = (change: Change, dated: boolean) =>
    describeFire(
      change.action,
      { before: told(change.before, tables.before), after: told(change.after, tables.after) },
      dated,
    );
  /** The nominal reading; with its offset where the sides are in different zones and a bare reading misleads. */
  const reading = (fire: SideFire, table: ZoneTable | undefined) => ({
    wall: fire.nominal,
    ...(twoZones && { offset: offsetIn(table, fire.scheduled) }),
  });
  const sampleOf = (
    action: Change['action'],
    was: SideFire | undefined,
    is: SideFire | undefined,
    stretch: number | undefined,
  ) => ({
    action,
    ...(was && { before: reading(was, tables.before) }),
    ...(is && { after: reading(is, tables.after) }),
    ...(stretch !== undefined && { stretch }),
  });
  // Called for each changed fire, of which there can be millions: nothing is made here that is not kept.
  const note = (
    cell: Cell,
    action: Change['action'],
    was: SideFire | undefined,
    is: SideFire | undefined,
  ) => {
    const stretch = twoZones && was && is ? after.indexOf(findAfter(is.nominal)) : undefined;
    const clocks = clockKey(action, was?.nominal, is?.nominal);
    const key = twoZones
      ? `${clocks} ${stretch} ${offsetOf(was, tables.before)} ${offsetOf(is, tables.after)}`
      : clocks;
    const wall = (was ?? is)!.nominal;
    const group =
      cell.groups.get(key) ??
      cell.groups.get(action) ??
      openGroup(cell.groups, key, action, wall, sampleOf(action, was, is, stretch));
    countInGroup(group, wall);
    const special = cell.window !== undefined && cell.window.kind !== 'offset';
    if (cell.head.length < (special ? exactMost.special : exactMost.edge)) {
      cell.head.push(changeOf(action, was, is));
    } else {
      cell.tail.action = action;
      cell.tail.before = was;
      cell.tail.after = is;
    }
    // Pairs are settled some days behind single fires, so the nearest are found by comparing.
    const instant = Math.min(was?.scheduled ?? latest, is?.scheduled ?? latest);
    if (soon.length < exactMost.soon || instant < instantOf(soon.at(-1)!)) {
      soon.push(changeOf(action, was, is));
      soon.sort(byInstant).splice(exactMost.soon);
    }
  };

  const sink: FireSink = {
    keep(_scheduled, nominal, windowFromBefore, windowFromAfter) {
      const { counts } = findBefore(nominal);
      counts.before++;
      counts.after++;
      counts.unchanged++;
      const other = windowFromBefore !== windowFromAfter;
      if (other) windowAltered++;
      if (other || altersAll) counts.altered++;
    },
    move(was, is) {
      const cell = findBefore(was.nominal);
      cell.counts.before++;
      cell.counts.after++;
      cell.counts.moved++;
      // A moved fire's span ends elsewhere by itself; it is altered where the span is longer or shorter.
      const other = was.scheduled - was.windowFrom !== is.scheduled - is.windowFrom;
      if (other) windowAltered++;
      if (other || altersAll) cell.counts.altered++;
      note(cell, 'move', was, is);
    },
    remove(was) {
      const cell = findBefore(was.nominal);
      cell.counts.before++;
      cell.counts.removed++;
      note(cell, 'remove', was, undefined);
    },
    add(is) {
      const cell = findAfter(is.nominal);
      cell.counts.after++;
      cell.counts.added++;
      note(cell, 'add', undefined, is);
    },
  };

  return {
    sink,
    omit(were, are) {
      // In another zone the same nominal time is left out at another instant, and is no change for that.
      const nameOf = (omission: Omission) =>
        `${omission.cause} ${omission.nominal} ${sides.shared ? omission.at : ''}`;
      const known = new Set(were.map(nameOf));
      const stay = new Set(are.map(nameOf));
      for (const omission of were) {
        countOmission(findBefore(omission.nominal), 'before', omission, !stay.has(nameOf(omission)));
      }
      for (const omission of are) {
        const stays = known.has(nameOf(omission));
        const find = stays ? findBefore : findAfter;
        countOmission(find(omission.nominal), 'after', omission, !stays);
      }
    },
    finish() {
      const cells = sides.shared ? before : [...before, ...after];
      const counts = { before: 0, after: 0, added: 0, removed: 0, moved: 0, altered: 0, unchanged: 0 };
      for (const cell of cells) {
        for (const key of Object.keys(counts) as (keyof FireCounts)[]) counts[key] += cell.counts[key];
      }
      return {
        counts,
        windowAltered,
        windows: cells.map((cell) => windowChange(cell, tell)),
        soon: soon
          .sort(byInstant)
          .slice(0, exactMost.soon)
          .map((change) => tell(change, true)),
      };
    },
  };
}

function changeOf(action: Change['action'], was: SideFire | undefined, is: SideFire | undefined): Change {
  return { action, ...(was && { before: was }), ...(is && { after: is }) };
}

function lastOf({ tail: { action, before, after } }: Cell): readonly Change[] {
  return action === undefined ? [] : [changeOf(action, before, after)];
}

const latest: Instant = Number.POSITIVE_INFINITY;

function instantOf({ before, after }: Change): Instant {
  return Math.min(before?.scheduled ?? latest, after?.scheduled ?? latest);
}

function offsetOf(fire: SideFire | undefined, table: ZoneTable | undefined): number | undefined {
  return fire && offsetIn(table, fire.scheduled);
}

function byInstant(a: Change, b: Change): number {
  return instantOf(a) - instantOf(b);
}

/** Finds the window of a nominal wall time: mostly the one of the last call, else by halving. */
function cellFinder(cells: readonly Cell[]): (nominal: WallTime) => Cell {
  let last = 0;
  const holds = (index: number, nominal: WallTime) => {
    const from = index === 0 ? Number.NEGATIVE_INFINITY : cells[index]!.window!.from;
    const until = index === cells.length - 1 ? Number.POSITIVE_INFINITY : cells[index + 1]!.window!.from;
    return from <= nominal && nominal < until;
  };
  return (nominal) => {
    if (!holds(last, nominal)) {
      let low = 0;
      let high = cells.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (cells[middle]!.window!.from <= nominal) low = middle;
        else high = middle - 1;
      }
      last = low;
    }
    return cells[last]!;
  };
}

function countOmission(cell: Cell, side: 'before' | 'after', omission: Omission, alone: boolean): void {
  let entry = cell.omitted.get(omission.cause);
  // Of each cause the best example is one that only `after` has, then one that only `before` has.
  if (!entry || alone) {
    const counts = entry ?? { before: 0, after: 0 };
    const example = omissionText(omission, cell.table);
    entry = { cause: omission.cause, before: counts.before, after: counts.after, example };
    cell.omitted.set(omission.cause, entry);
  }
  entry[side]++;
}

function windowChange(cell: Cell, tell: (change: Change, dated: boolean) => FireChange): WindowChange {
  const { window, table } = cell;
  const special = window !== undefined && window.kind !== 'offset';
  return {
    kind: window?.kind ?? 'all',
    side: cell.side,
    ...(table && { zone: table.zone }),
    ...(window && { offset: window.offset, from: window.from, until: window.until }),
    counts: cell.counts,
    patterns: patternsOf(cell.groups),
    exact: [...cell.head, ...lastOf(cell)].map((change) => tell(change, !special)),
    omissions: [...cell.omitted.values()],
  };
}
