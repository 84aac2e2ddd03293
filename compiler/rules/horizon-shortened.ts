import type { JobChange } from '../../schema/plan.ts';
import { formatDuration } from '../manifest/index.ts';
import { count } from './list-words.ts';
import { jobsOf } from './plan-jobs.ts';
import type { PlanRule } from './plan-rule.ts';

/**
 * Nobody's fires expire sooner than before without somebody having thought of the night on which they will.
 *
 * A shorter horizon changes nothing on an ordinary day, which is when it is reviewed. After an outage it decides
 * which runs there are.
 */
export const horizonShortened: PlanRule = {
  name: 'horizon-shortened',
  severity: 'warning',
  title: 'fires expire sooner than before',
  *check(plan, sides) {
    for (const change of plan.jobs) {
      const { before, after } = jobsOf(change, sides);
      if (!before || !after || change.counts.after === 0) continue;
      const [was, is] = [before.policy.horizon, after.policy.horizon];
      if (is === 'unlimited' || (was !== 'unlimited' && was <= is)) continue;
      const sooner = was === 'unlimited' ? '' : `, ${formatDuration(was - is)} sooner`;
      const written = was === 'unlimited' ? was : formatDuration(was);
      yield {
        subject: `${change.tenant}/${change.job}`,
        place: change.changes.find(({ path }) => path === 'policy.horizon')?.place ?? change.place,
        message: `horizon ${written} -> ${formatDuration(is)}: ${count(change.counts.after, 'fire')} will expire ${formatDuration(is)} after due${sooner}${whenItMatters(change)}`,
        help: witnessOf(change),
      };
    }
  },
};

function effectOf({ effects }: JobChange): JobChange['effects'][number] | undefined {
  return effects.find(({ answer }) => answer === 'horizon');
}

function whenItMatters(change: JobChange): string {
  const message = effectOf(change)?.message;
  return message ? `; ${message}` : '';
}

/** The plan's smallest case, in one line. */
function witnessOf(change: JobChange): string | undefined {
  const witness = effectOf(change)?.witness;
  const [fire] = witness?.fires ?? [];
  if (!witness || !fire) return undefined;
  return `think of ${witness.what}: due ${fire.wall}, before: ${fire.before}; after: ${fire.after}`;
}
