import type { Alteration, JobChange, PolicyEffect } from '../../schema/plan.ts';
import { firesDiffer } from '../plan/index.ts';
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
  const { changes, renamedFrom, applyDates } = job;
  const stays = !firesDiffer(job) && applyDates.length === 0;
  if (job.action !== 'change' || !stays || renamedFrom !== undefined) return undefined;
  return JSON.stringify([job.tenant, changes]);
}

/** What is told of a group of jobs that change alike, in every format. */
export interface AlikeJobs {
  /** The first of them, which lends its fields and its effects. */
  readonly first: JobChange;
  /** `~ 6 jobs of acme alike`. */
  readonly head: string;
  /** `job-1 (336), job-2 (336), and 4 more`, with their fires. */
  readonly names: string;
  /** Fires that stay where they are. */
  readonly stay: number;
  readonly altered: readonly Pick<Alteration, 'count' | 'message'>[];
  readonly effects: readonly PolicyEffect[];
  /** Whether some of them have other thresholds than the first. */
  readonly othersDiffer: boolean;
}

/** Sums a group of jobs that change alike. */
export function tellAlike(jobs: readonly JobChange[]): AlikeJobs {
  const first = jobs[0]!;
  const named = jobs.slice(0, namedMost).map(({ job, counts }) => `${job} (${countText(counts.unchanged)})`);
  const more = jobs.length - named.length;
  const sum = (count: (job: JobChange) => number) => jobs.reduce((total, job) => total + count(job), 0);
  const governs = sum(({ effects }) => effects[0]?.governs ?? 0);
  const messages = new Set(jobs.map(({ effects }) => effects.map(({ message }) => message).join('\n')));
  return {
    first,
    head: `${actionSymbol.change} ${plural(jobs.length, 'job')} of ${first.tenant} alike`,
    names: `${named.join(', ')}${more > 0 ? `, and ${countText(more)} more` : ''}`,
    stay: sum(({ counts }) => counts.unchanged),
    altered: first.altered.map(({ kind, message }) => ({
      message,
      count: sum(({ altered }) => altered.find((alteration) => alteration.kind === kind)?.count ?? 0),
    })),
    effects: first.effects.map((effect) => ({ ...effect, governs })),
    othersDiffer: messages.size > 1 && first.effects.length > 0,
  };
}

/** Renders a group of jobs that change alike. */
export function alikeBlock(jobs: readonly JobChange[], paint: Paint): readonly string[] {
  const { first, head, names, stay, altered, effects, othersDiffer } = tellAlike(jobs);
  return [
    paint.strong(paint.change(head)),
    ...fieldLines(first.changes, paint),
    '',
    `    ${names}`,
    `    ${plural(stay, 'fire')} stay where they are`,
    ...altered.map(({ count, message }) => paint.change(`    ~ ${plural(count, 'fire')}: ${message}`)),
    ...effectLines({ effects }, paint),
    ...(othersDiffer ? [`      (as for ${first.job}; others differ)`] : []),
  ];
}
