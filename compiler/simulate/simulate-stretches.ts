import type { FateStretch, SimulationCost } from './fate.ts';
import { gatherStretches } from './gather-stretches.ts';
import { type Part, partsOf } from './part.ts';
import { type RunOptions, runPart } from './run-part.ts';
import type { SimulatedJob, Timeline } from './timeline.ts';

/** How many stretches are kept of a part that others are alike to. */
const keptCountMax = 20_000;

/**
 * Simulates a timeline by `decide` alone and gives away what became of its fires, consecutive ones of a job with the
 * same fate as one stretch. Jobs that are alike and share no cap are simulated once. Memory grows with the fires of
 * some weeks of one part and with nothing else.
 */
export function simulateStretches(
  timeline: Timeline,
  give: (stretch: FateStretch) => void,
  options: RunOptions = {},
): SimulationCost {
  const identities = new Map<object, number>();
  const parts = partsOf(timeline);
  const keys = parts.map((part) => likenessOf(part, identities));
  const counts = new Map<string | undefined, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const known = new Map<string, readonly FateStretch[]>();
  const cost = { fires: 0, calls: 0, parts: 0 };
  const count = (stretch: FateStretch) => {
    cost.fires += stretch.count;
    give(stretch);
  };
  for (const [index, part] of parts.entries()) {
    const key = keys[index];
    const alike = key === undefined ? undefined : known.get(key);
    if (alike) {
      const job = jobsOf(part)[0]!;
      for (const stretch of alike) count({ ...stretch, job });
      continue;
    }
    // What goes to and fro without end is cheaper to simulate again than to keep.
    let kept: FateStretch[] | undefined = key !== undefined && counts.get(key)! > 1 ? [] : undefined;
    const { sink, end } = gatherStretches((stretch) => {
      if (kept && kept.push(stretch) > keptCountMax) kept = undefined;
      count(stretch);
    });
    cost.calls += runPart(part, sink, options);
    cost.parts++;
    end();
    if (key !== undefined && kept) known.set(key, kept);
  }
  return cost;
}

/** Writes down all that matters to a part of one job but the job's name; undefined where others can't be alike. */
function likenessOf(part: Part, identities: Map<object, number>): string | undefined {
  if (jobsOf(part).length !== 1) return undefined;
  const revisions = [part.jobs, ...part.applies.map(({ jobs }) => jobs)].map((jobs) => Object.values(jobs));
  if (revisions.flat().some(({ alike, duration }) => !alike || typeof duration === 'function'))
    return undefined;
  const written = revisions.map((jobs) =>
    jobs.map(({ rules, spread, duration, cancelTakes, alike }: SimulatedJob) => [
      rules,
      spread ?? 0,
      duration ?? 0,
      cancelTakes ?? 0,
      identityOf(alike!, identities),
    ]),
  );
  const holds = part.holds.map(({ job: _, ...hold }) => hold);
  return JSON.stringify([written, holds, part.caps, part.applies.map(({ at, caps }) => [at, caps])]);
}

function jobsOf(part: Part): readonly string[] {
  return [
    ...new Set([part.jobs, ...part.applies.map(({ jobs }) => jobs)].flatMap((jobs) => Object.keys(jobs))),
  ];
}

function identityOf(key: object, identities: Map<object, number>): number {
  const known = identities.get(key);
  if (known !== undefined) return known;
  identities.set(key, identities.size);
  return identities.size - 1;
}
