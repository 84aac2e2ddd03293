import type { FireAction, JobChange } from '../../schema/plan.ts';
import type { Instant, WallTime } from '../../schema/time.ts';
import { fires, type Omission, offsetIn, omissions, previousFire } from '../time/index.ts';
import { compareFires, stepFor } from './compare-fires.ts';
import { fireText } from './describe-fire.ts';
import type { TimelineSide } from './frame-spans.ts';
import { omissionText } from './omission-text.ts';
import type { TimelineFire, TimelineFrame, TimelineLane } from './timeline.ts';

const day = 86_400;
/** A pair is settled by its wall date, so whatever shares a date with the frame is compared with it. */
const margin = 3 * day;
/** Fires and omissions of one lane that are listed; more are counted. */
const laneFiresMost = 40;

type Sides = { readonly before?: TimelineSide; readonly after?: TimelineSide };
type Stretch = { readonly from: Instant; readonly until: Instant };

interface Found {
  readonly scheduled: Instant;
  readonly nominal: WallTime;
  readonly action: FireAction;
  readonly other?: Instant;
}

/**
 * Collects the fires and omissions of both sides in a stretch, each with what becomes of it: exactly as the plan
 * over `range` counts them. Fires of `before` up to the apply are there too, as ones that stay.
 */
export function frameFires(
  sides: Sides,
  stretch: Stretch,
  range: Stretch,
  change: JobChange,
): Pick<TimelineFrame, 'before' | 'after'> {
  const apply = range.from + 1;
  const found = compareStretch(sides, stretch, range, change);
  const were = omittedIn(sides.before, stretch);
  const would = omittedIn(sides.after, stretch);
  const are = would.filter(({ at }) => at >= apply);
  return {
    ...(sides.before && { before: laneOf(sides.before, stretch, found.before, were, would) }),
    ...(sides.after && {
      after: {
        ...laneOf(sides.after, stretch, found.after, are, were),
        early: earlyFires(sides, stretch, apply),
      },
    }),
  };
}

/** Fires that the new schedule gives up to the apply, which the old one, in force until then, does not. */
function earlyFires(
  { before, after }: Sides,
  { from, until }: Stretch,
  apply: Instant,
): TimelineLane['early'] {
  if (!before || !after || from >= apply) return [];
  const end = Math.min(apply, until);
  const old = new Set(fires(before.schedule, from, end).scheduled);
  const young = fires(after.schedule, from, end);
  return [...young.scheduled.keys()]
    .map((i) => ({ scheduled: young.scheduled[i]!, nominal: young.nominal[i]!, table: after.table }))
    .filter(({ scheduled }) => !old.has(scheduled))
    .slice(0, laneFiresMost)
    .map((fire) => ({ scheduled: fire.scheduled, text: fireText(fire, true) }));
}

function compareStretch(
  sides: Sides,
  stretch: Stretch,
  range: Stretch,
  change: JobChange,
): { readonly before: readonly Found[]; readonly after: readonly Found[] } {
  const before: Found[] = [];
  const after: Found[] = [];
  const apply = range.from + 1;
  const into = (list: Found[], fire: Found) => {
    if (stretch.from <= fire.scheduled && fire.scheduled < stretch.until) list.push(fire);
  };
  if (sides.before && stretch.from < apply) {
    const past = fires(sides.before.schedule, stretch.from, Math.min(apply, stretch.until));
    for (let i = 0; i < past.count; i++) {
      into(before, { scheduled: past.scheduled[i]!, nominal: past.nominal[i]!, action: 'keep' });
    }
  }
  const from = Math.max(apply, stretch.from - margin);
  const until = Math.min(range.until, stretch.until + margin);
  if (from >= until) return { before, after };
  const altersAll = change.altered.some(({ kind }) => kind !== 'window');
  const last = lastFires(sides, from, apply);
  const pairs = [sides.before, sides.after].every((side) => side?.meaning.schedule.timing.kind !== 'every');
  const schedules = [sides.before, sides.after].flatMap((side) => (side ? [side.meaning.schedule] : []));
  compareFires(
    {
      ...(sides.before && { before: { schedule: sides.before.schedule, lastFire: last.before } }),
      ...(sides.after && { after: { schedule: sides.after.schedule, lastFire: last.after } }),
    },
    { from, until, step: stepFor(schedules) },
    pairs,
    {
      keep(scheduled, nominal, windowFromBefore, windowFromAfter) {
        const action = altersAll || windowFromBefore !== windowFromAfter ? 'alter' : 'keep';
        into(before, { scheduled, nominal, action });
        into(after, { scheduled, nominal, action });
      },
      move(was, is) {
        into(before, {
          scheduled: was.scheduled,
          nominal: was.nominal,
          action: 'move',
          other: is.scheduled,
        });
        into(after, { scheduled: is.scheduled, nominal: is.nominal, action: 'move', other: was.scheduled });
      },
      remove(was) {
        into(before, { scheduled: was.scheduled, nominal: was.nominal, action: 'remove' });
      },
      add(is) {
        into(after, { scheduled: is.scheduled, nominal: is.nominal, action: 'add' });
      },
    },
  );
  const ascending = (a: Found, b: Found) => a.scheduled - b.scheduled;
  return { before: before.sort(ascending), after: after.sort(ascending) };
}

/** The last fire of either side before a stretch: after the apply its own, up to the apply that of `before`. */
function lastFires(sides: Sides, from: Instant, apply: Instant): { before: Instant; after: Instant } {
  const lastOf = (side: TimelineSide | undefined, at: Instant) => side && previousFire(side.schedule, at);
  const atApply = lastOf(sides.before, apply);
  const own = lastOf(sides.after, from);
  return {
    before: lastOf(sides.before, from) ?? from,
    after: (own !== undefined && own >= apply ? own : (atApply ?? own)) ?? from,
  };
}

function omittedIn(side: TimelineSide | undefined, { from, until }: Stretch): readonly Omission[] {
  return side && from < until ? omissions(side.schedule, from, until) : [];
}

function laneOf(
  { table }: TimelineSide,
  stretch: Stretch,
  found: readonly Found[],
  omitted: readonly Omission[],
  others: readonly Omission[],
): TimelineLane {
  const nameOf = ({ cause, nominal, at }: Omission) => `${cause} ${nominal} ${at}`;
  const known = new Set(others.map(nameOf));
  return {
    ...(table && { zone: table.zone }),
    clock: clockOf(table, stretch),
    count: found.length,
    fires: found
      .slice(0, laneFiresMost)
      .map((fire): TimelineFire => ({ ...fire, text: fireText({ ...fire, table }, true) })),
    early: [],
    omitted: omitted.length,
    omissions: omitted.slice(0, laneFiresMost).map((omission) => ({
      at: omission.at,
      nominal: omission.nominal,
      cause: omission.cause,
      text: omissionText(omission, table),
      alone: !known.has(nameOf(omission)),
    })),
  };
}

function clockOf(table: TimelineSide['table'], { from, until }: Stretch): TimelineLane['clock'] {
  const cuts = table ? table.transitions.filter((at) => from < at && at < until) : [];
  return [from, ...cuts].map((start, index) => ({
    from: start,
    until: cuts[index] ?? until,
    offset: offsetIn(table, start),
  }));
}
