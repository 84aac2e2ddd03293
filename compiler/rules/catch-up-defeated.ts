import { type DeclaredDocument, spanAt } from '../../schema/declared.ts';
import { formatDuration } from '../manifest/index.ts';
import { policyPlaceOf } from './policy-place.ts';
import type { Finding, Rule } from './rule.ts';

/**
 * What a policy says of missed fires comes to something.
 *
 * The compiler refuses answers to `overlap` that undo `catchUp`. Here are those to `horizon` that do. One that equals
 * `lateAfter` lets every fire expire as it becomes missed. One below the spacing lets never two fires be open at once:
 * `all` still does what it says with the one, but `coalesce` has no window to widen, after however long an outage.
 */
export const catchUpDefeated: Rule = {
  name: 'catch-up-defeated',
  severity: 'warning',
  title: 'the horizon leaves nothing to catch up',
  *check({ jobs, documentOf, spacing }) {
    const told = new Set<DeclaredDocument>();
    for (const job of jobs) {
      const { lateAfter, horizon, catchUp } = job.meaning.policy;
      if (horizon === 'unlimited' || catchUp === 'none') continue;
      const { document, at } = policyPlaceOf(job, documentOf);
      if (horizon === lateAfter) {
        // Nothing here is the job's, so a policy of many jobs is told once.
        if (!told.has(document)) yield atOnce(document, at, horizon, catchUp);
        told.add(document);
        continue;
      }
      const least = catchUp === 'coalesce' ? spacing(job.schedule) : undefined;
      if (least === undefined || horizon >= least) continue;
      yield {
        document: job.document,
        pointer: '/spec/policy',
        message: `the horizon is ${formatDuration(horizon)} and fires are at least ${formatDuration(least)} apart, so only one at a time is not expired: \`catchUp: coalesce\` never has others to collapse, and no run covers what the expired ones would have`,
        help: `a horizon of at least \`${formatDuration(least)}\`, or a policy with \`catchUp: latest\`, which says what happens`,
        ...(document !== job.document && {
          related: [
            {
              message: `policy \`${document.name}\` says so here`,
              span: spanAt(document, `${at}/catchUp`),
            },
          ],
        }),
      };
    }
  },
};

function atOnce(document: DeclaredDocument, at: string, horizon: number, catchUp: string): Finding {
  return {
    document,
    pointer: `${at}/catchUp`,
    message: `\`horizon\` and \`lateAfter\` are both ${formatDuration(horizon)}: a missed fire has expired, and \`catchUp: ${catchUp}\` never has anything to do`,
    help: 'a longer horizon, or `catchUp: none`, which says what happens',
  };
}
