import type { JobChange } from '../../schema/plan.ts';
import { countText, plural } from './columns.ts';
import { effectLines, fieldLines } from './job-block.ts';
import type { Paint } from './paint.ts';
import { actionSymbol } from './symbols.ts';

/** From so many jobs on, those that a policy alters in the same way are told together. */
const togetherLeast = 4;
/** Jobs of such a group that are named. */
const namedMost = 8;

/**
 * Groups the jobs of a plan for telling: those of one tenant whose fires all stay and whose fields change in
 * the same way are one group, if they are many; every other job is a group of its own. The order is kept.
 */
export function alikeJobs(jobs: readonly JobChange[]): readonly (readonly JobChange[])[] {
  const groups = new Map<string, JobChange[]>();
  for (const job of jobs) {
    const key = sharedKey(job) ?? `${job.tenant}/${job.job}`;
    const group = groups.get(key);
    if (group) group.push(job);
    else groups.set(key, [job]);
  }
  return [...groups.values()].flatMap((group) =>
    group.length < togetherLeast ? group.map((job) => [job]) : [group],
  );
}

function sharedKey(job: JobChange): string | undefined {
  const { counts, changes, renamedFrom, applyDates } = job;
  const stays = counts.added + counts.removed + counts.moved === 0 && applyDates.length === 0;
  if (job.action !== 'change' || !stays || renamedFrom !== undefined || job.windows.some(omitsOtherwise))
    return undefined;
  return JSON.stringify([job.tenant, changes]);
}

function omitsOtherwise({ omissions }: JobChange['windows'][number]): boolean {
  return omissions.some(({ before, after }) => before !== after);
}

/** Renders a group of jobs that change alike. */
export function alikeBlock(jobs: readonly JobChange[], paint: Paint): readonly string[] {
  const [first] = jobs;
  const named = jobs.slice(0, namedMost).map(({ job, counts }) => `${job} (${countText(counts.unchanged)})`);
  const more = jobs.length - named.length;
  const sum = (count: (job: JobChange) => number) => jobs.reduce((total, job) => total + count(job), 0);
  return [
    paint.strong(
      paint.change(`${actionSymbol.change} ${plural(jobs.length, 'job')} of ${first!.tenant} alike`),
    ),
    ...fieldLines(first!.changes, paint),
    '',
    `    ${named.join(', ')}${more > 0 ? `, and ${countText(more)} more` : ''}`,
    `    ${plural(
      sum(({ counts }) => counts.unchanged),
      'fire',
    )} stay where they are`,
    ...first!.altered.map(({ kind, message }) => {
      const count = sum(({ altered }) => altered.find((alteration) => alteration.kind === kind)?.count ?? 0);
      return paint.change(`    ~ ${plural(count, 'fire')}: ${message}`);
    }),
    ...alikeEffects(jobs, paint),
  ];
}

/** Their effects, told once where they are the same for all, else by the first job. */
function alikeEffects(jobs: readonly JobChange[], paint: Paint): readonly string[] {
  const [first] = jobs;
  const governs = jobs.reduce((sum, { effects }) => sum + (effects[0]?.governs ?? 0), 0);
  const messages = new Set(jobs.map(({ effects }) => effects.map(({ message }) => message).join('\n')));
  const lines = effectLines({ effects: first!.effects.map((effect) => ({ ...effect, governs })) }, paint);
  return messages.size === 1 || lines.length === 0
    ? lines
    : [...lines, `      (as for ${first!.job}; others differ)`];
}
