import type { FieldChange, FireChange, JobChange, Plan } from '../../schema/plan.ts';
import { formatInstant } from '../manifest/index.ts';
import { count, listWords } from './list-words.ts';
import { jobsOf } from './plan-jobs.ts';
import type { PlanRule, PlanSides } from './plan-rule.ts';

/** Fields of a job that decide which fires there are. */
const givesFires = /^(?:schedule\.|paused\.|policy\.dst\.|calendar |tzdata$)/;

/**
 * No fire that was to come goes away unnoticed.
 *
 * A fire that moves is still a run. One that is removed is a night without a statement, and the text that removes it
 * may be a holiday in a list, or the letter between `1-5` and `1,5`.
 */
export const firesRemoved: PlanRule = {
  name: 'fires-removed',
  severity: 'warning',
  title: 'fires that were to come will not happen any more',
  *check(plan, sides) {
    for (const change of plan.jobs) {
      const { removed, added, before } = change.counts;
      if (removed === 0) continue;
      const causes = change.changes.filter(({ path }) => givesFires.test(path));
      const first = firstRemoved(change);
      const until = formatInstant(plan.range.until);
      const all =
        removed === before ? (removed === 1 ? 'the only fire' : `all ${count(removed, 'fire')}`) : '';
      const lost = all || `${removed.toLocaleString('en')} of ${count(before, 'fire')}`;
      yield {
        subject: `${change.tenant}/${change.job}`,
        place: (change.action === 'change' ? causes[0]?.place : undefined) ?? change.place,
        message: `${lost} up to ${until} will not happen any more${first ? `, the first ${first.text}` : ''}; ${whyText(change, causes)}${added > 0 ? `; ${count(added, 'other')} will` : ''}`,
        help: change.action === 'remove' ? renameHelp(plan, change, sides) : undefined,
      };
    }
  },
};

function whyText({ action }: JobChange, causes: readonly FieldChange[]): string {
  if (action === 'remove') return 'the job is removed';
  const texts = causes.map(({ path, before, after }) => {
    return `\`${path}\` ${before ?? '(not set)'} -> ${after ?? '(not set)'}`;
  });
  return texts.length === 0 ? 'its schedule changes' : listWords(texts, 2);
}

/** The first fire that is removed, where the plan tells it: of a dense mix of changes it tells the nearest alone. */
function firstRemoved({ soon, windows }: JobChange): FireChange | undefined {
  const isRemoved = ({ action }: FireChange) => action === 'remove';
  const near = soon.find(isRemoved);
  if (near) return near;
  const window = windows.find(({ counts }) => counts.removed > 0);
  if (!window) return undefined;
  const { counts, exact } = window;
  const toldAll = counts.added + counts.removed + counts.moved === exact.length;
  return toldAll || (exact[0] && isRemoved(exact[0])) ? exact.find(isRemoved) : undefined;
}

/** A job with equal fires that comes as this one goes is probably this one. */
function renameHelp(plan: Plan, change: JobChange, sides: PlanSides): string | undefined {
  const gone = jobsOf(change, sides).before;
  const come = plan.jobs.find(
    (other) =>
      other.action === 'add' &&
      other.tenant === change.tenant &&
      jobsOf(other, sides).after?.scheduleDigest === gone?.scheduleDigest,
  );
  return come && `if it is now called \`${come.job}\`, say so there: \`renamedFrom: ${change.job}\``;
}
