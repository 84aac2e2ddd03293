import type { JobMeaning, Manifest } from '../../schema/manifest.ts';
import type { FireCounts, JobChange, Place, Plan } from '../../schema/plan.ts';
import { formatInstant, scheduleOf } from '../manifest/index.ts';
import { fires, type Schedule } from '../time/index.ts';
import { count } from './list-words.ts';
import { perKey } from './per-key.ts';
import type { PlanFinding, PlanRule } from './plan-rule.ts';

/**
 * A change of much of what runs is looked at by somebody who knows that it is one.
 *
 * One line of a policy governs every job that names it. The diff of the text is one line long; this is the length of
 * the other one. New jobs don't count: nobody relies on them yet. Judged for each tenant, since each applies by
 * itself, and where none is over, for all together.
 */
export const massChange: PlanRule<'share' | 'floor'> = {
  name: 'mass-change',
  severity: 'stop',
  title: 'a large share of what runs changes at once',
  options: {
    share: {
      kind: 'share',
      standard: 0.2,
      about: 'The share of the jobs, or of the fires to come, that may change at once.',
    },
    floor: {
      kind: 'count',
      standard: 50,
      about: 'Fewer changed jobs than this are never a mass change, whatever their share.',
    },
  },
  *check(plan, { before }, { share, floor }) {
    if (!before) return;
    const firesOf = perKey((schedule: Schedule) => countFires(schedule, plan.range));
    const judge = (tenants: readonly string[], subject: string) => {
      const extent = extentOf(plan, before, tenants, floor, firesOf);
      const isOver = extent && Math.max(extent.jobs.share, extent.fires.share) >= share;
      return isOver ? [finding(plan, extent, subject)] : [];
    };
    const found = plan.tenants.flatMap((tenant) => judge([tenant], `${tenant}/*`));
    yield* found.length > 0 || plan.tenants.length < 2 ? found : judge(plan.tenants, '*/*');
  },
};

interface Part {
  readonly changed: number;
  readonly all: number;
  readonly share: number;
}

interface Extent {
  readonly jobs: Part;
  readonly fires: Part;
  readonly place: Place | undefined;
}

/** How much of what the tenants had changes; undefined where fewer jobs do than the floor. */
function extentOf(
  plan: Plan,
  before: Manifest,
  tenants: readonly string[],
  floor: number,
  firesOf: (schedule: Schedule) => number,
): Extent | undefined {
  const own = plan.jobs.filter(({ tenant }) => tenants.includes(tenant));
  const changed = own.filter(({ counts }) => changedOf(counts) > 0);
  if (changed.length < floor) return undefined;
  const jobs = tenants.flatMap((tenant) =>
    Object.values(before.tenants[tenant]?.jobs ?? {}).map((job): [string, JobMeaning] => [tenant, job]),
  );
  const all = jobs.reduce((sum, [tenant, job]) => sum + firesOf(scheduleOf(before, tenant, job)), 0);
  const altered = changed.reduce((sum, { counts }) => sum + changedOf(counts), 0);
  return {
    jobs: partOf(changed.length, jobs.length),
    fires: partOf(altered, all),
    place: commonPlace(changed),
  };
}

/** Of the fires that were to come, those that go, move or get another outcome; at least so many. */
function changedOf({ removed, moved, altered, unchanged }: FireCounts): number {
  return removed + Math.min(moved + unchanged, Math.max(moved, altered));
}

function partOf(changed: number, all: number): Part {
  return { changed, all, share: all === 0 ? 0 : changed / all };
}

/** The place that most of the changes come from: a policy's line, if there is one. */
function commonPlace(changed: readonly JobChange[]): Place | undefined {
  const counts = new Map<string, { readonly place: Place; count: number }>();
  for (const { changes, place: own } of changed) {
    const places = changes.flatMap(({ place }) => place ?? []);
    for (const place of places.length > 0 ? places : own ? [own] : []) {
      const key = `${place.file}:${place.line}`;
      const entry = counts.get(key) ?? { place, count: 0 };
      entry.count++;
      counts.set(key, entry);
    }
  }
  let most: { readonly place: Place; readonly count: number } | undefined;
  for (const entry of counts.values()) if (!most || entry.count > most.count) most = entry;
  return most?.place;
}

function finding(plan: Plan, { jobs, fires: altered, place }: Extent, subject: string): PlanFinding {
  const text = ({ changed, all, share }: Part, noun: string) =>
    `${changed.toLocaleString('en')} of ${count(all, noun)} (${Math.round(share * 100)} %)`;
  return {
    subject,
    place,
    message: `${text(jobs, 'job')} change, and with them ${text(altered, 'fire')} up to ${formatInstant(plan.range.until)}`,
    help: 'change some of them first, or let somebody waive this with a reason and an expiry',
  };
}

/** Fires that are enumerated at once: memory must not grow with the range. */
const piece = 30 * 86_400;

function countFires(schedule: Schedule, { from, until }: Plan['range']): number {
  let sum = 0;
  for (let low = from + 1; low < until; low += piece)
    sum += fires(schedule, low, Math.min(low + piece, until)).count;
  return sum;
}
