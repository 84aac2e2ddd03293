import type { JobMeaning } from '../../schema/manifest.ts';
import type { JobChange, Plan } from '../../schema/plan.ts';
import type { Instant } from '../../schema/time.ts';
import { formatDuration, scheduleOf } from '../manifest/index.ts';
import { fires } from '../time/index.ts';
import { count } from './list-words.ts';
import { jobsOf } from './plan-jobs.ts';
import type { PlanRule, PlanSides } from './plan-rule.ts';

/**
 * What changes at once, changes before anybody can take it back.
 *
 * Whoever merges at 17:00 wants to hear that a fire of 17:30 is another one now. Jobs that are new are left out:
 * nobody relies on them yet, and the plan tells their first fire.
 */
export const changesSoon: PlanRule<'within'> = {
  name: 'changes-soon',
  severity: 'warning',
  title: 'fires change within hours of the apply',
  options: {
    within: {
      kind: 'duration',
      standard: 4 * 3600,
      about: 'How long after the apply a fire that changes is told.',
    },
  },
  *check(plan, sides, { within }) {
    for (const change of plan.jobs) {
      if (change.action === 'add') continue;
      const found = changesWithin(plan, change, sides, plan.range.from + within);
      if (!found) continue;
      yield {
        subject: `${change.tenant}/${change.job}`,
        place: (change.action === 'change' ? change.changes[0]?.place : undefined) ?? change.place,
        message: `${count(found.count, 'fire')} ${found.count === 1 ? 'changes' : 'change'} within ${formatDuration(within)} of the apply, ${found.count === 1 ? '' : 'the first '}in ${formatDuration(found.first - plan.range.from)}: ${found.text}`,
        help: 'apply it after that, or have somebody watch',
      };
    }
  },
};

interface SoonChanges {
  readonly count: number;
  readonly first: Instant;
  readonly text: string;
}

/** Counts the fires after the apply and up to `until` that are another's, or have another outcome. */
function changesWithin(
  plan: Plan,
  change: JobChange,
  sides: PlanSides,
  until: Instant,
): SoonChanges | undefined {
  const { before, after } = jobsOf(change, sides);
  const instants = (job: JobMeaning | undefined, side: keyof PlanSides, tenant: string) => {
    const manifest = sides[side];
    if (!job || !manifest) return new Set<Instant>();
    const { scheduled, count } = fires(scheduleOf(manifest, tenant, job), plan.range.from + 1, until + 1);
    return new Set(scheduled.subarray(0, count));
  };
  const were = instants(before, 'before', change.tenant);
  const are = instants(after, 'after', change.tenant);
  const kept = [...were].filter((at) => are.has(at));
  const moved = Math.max(were.size, are.size) - kept.length;
  // What a run covers changes with the fire before it, which is told by itself.
  const outcome = change.altered.find(({ kind }) => kind !== 'window');
  const altered = outcome ? kept.length : 0;
  if (moved + altered === 0) return undefined;

  const alone = [...were, ...are].filter((at) => !(were.has(at) && are.has(at)));
  const firstMoved = Math.min(...alone);
  if (outcome && kept.length > 0 && kept[0]! < firstMoved) {
    return { count: moved + altered, first: kept[0]!, text: outcome.message };
  }
  return {
    count: moved + altered,
    first: firstMoved,
    text: change.soon[0]?.text ?? 'it fires at other times',
  };
}
