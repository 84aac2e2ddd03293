import { scheduleOf } from '../compiler/manifest/index.ts';
import { type SimulatedFire, simulate, simulatedJob, type Timeline } from '../compiler/simulate/index.ts';
import { fires } from '../compiler/time/index.ts';
import type { JobMeaning, Manifest } from '../schema/manifest.ts';
import { runAlmanac } from './compiler/cli/run-almanac.ts';
import { type Family, isoOf, type Seen } from './examples-sentences.ts';

/*
 * Nights of an example, played by `simulate` from its manifest alone. What a plan says of policies is held against
 * them; nothing here comes from compiler/effects or compiler/plan.
 */

/** Everything that goes wrong in a night; nothing by default. */
export interface Night extends Pick<Timeline, 'from' | 'until' | 'fullLanes'> {
  readonly outages?: Timeline['outages'];
  /** How long a run lasts where that is not what its job expects. */
  readonly lasts?: (job: string, scheduled: number) => number | undefined;
  /** What takes force on the way. */
  readonly apply?: { readonly at: number; readonly side: Manifest };
}

const hour = 3600;

/** Compiles one side of an example as a reader would. */
export async function manifestOf(folder: string, now: string): Promise<Manifest> {
  const { code, stdout, stderr } = await runAlmanac(['compile', folder, '--now', now, '--no-cache']);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Manifest;
}

/** Plays a night of a tenant with all its jobs and caps. */
export function play(side: Manifest, tenant: string, night: Night): readonly SimulatedFire[] {
  const { from, until, outages = [], fullLanes = [], apply } = night;
  return simulate(
    {
      from,
      until,
      jobs: jobsOf(side, tenant, night),
      caps: capsOf(side, tenant),
      outages,
      fullLanes,
      ...(apply && {
        applies: [
          { at: apply.at, jobs: jobsOf(apply.side, tenant, night), caps: capsOf(apply.side, tenant) },
        ],
      }),
    },
    { stepByStep: true },
  );
}

/** Returns the instants of a job's fires in `[from, until)`. */
export function firesOf(
  side: Manifest,
  tenant: string,
  job: string,
  from: number,
  until: number,
): readonly number[] {
  const { scheduled, count } = fires(scheduleOf(side, tenant, jobOf(side, tenant, job)), from, until);
  return [...scheduled.subarray(0, count)];
}

export function jobOf(side: Manifest, tenant: string, job: string): JobMeaning {
  const found = side.tenants[tenant]?.jobs[job];
  if (!found) throw new Error(`no job ${tenant}/${job}`);
  return found;
}

function jobsOf(side: Manifest, tenant: string, { lasts }: Night): Timeline['jobs'] {
  return Object.fromEntries(
    Object.entries(side.tenants[tenant]!.jobs).map(([name, job]) => [
      name,
      simulatedJob(
        job,
        scheduleOf(side, tenant, job),
        (scheduled) => lasts?.(name, scheduled) ?? job.expectedDuration,
      ),
    ]),
  );
}

/** The caps as the Tenant document writes them. */
function capsOf(side: Manifest, tenant: string): Timeline['caps'] {
  const { lanes = {}, groups = {} } = side.tenants[tenant]!.tenant as {
    lanes?: Partial<Pick<Timeline['caps'], 'scheduled' | 'backfill'>>;
    groups?: Record<string, { maxConcurrent: number }>;
  };
  return {
    scheduled: lanes.scheduled ?? {},
    backfill: lanes.backfill ?? {},
    groups: Object.fromEntries(
      Object.entries(groups).map(([name, { maxConcurrent }]) => [name, maxConcurrent]),
    ),
  };
}

/** A night and the day after it with one thing wrong, from a fire of a job on. */
export function wrong(family: Family, job: string, fire: number, length: number): Night {
  const stretch = { from: fire, until: fire + length };
  return {
    from: fire - 3 * hour,
    until: fire + length + 14 * hour,
    ...(family === 'outage' && { outages: [{ ...stretch, of: 'platform' as const }] }),
    ...(family === 'lane' && { fullLanes: [stretch] }),
    ...(family === 'run' && {
      lasts: (name: string, scheduled: number) => (name === job && scheduled === fire ? length : undefined),
    }),
  };
}

/** What became of a fire, as facts. */
export function factsOf({ due, fate }: SimulatedFire, lateAfter: number): Seen {
  if (fate.kind === 'dispatched') return { at: fate.at, late: fate.at - due > lateAfter };
  return { cause: fate.kind === 'undecided' ? 'undecided' : fate.cause };
}

export function windowOf({ fate }: SimulatedFire): unknown {
  return fate.kind === 'dispatched' ? fate.window : undefined;
}

export function fateOf(
  played: readonly SimulatedFire[],
  job: string,
  scheduled: number,
): { readonly fire: SimulatedFire; readonly at: number } {
  const fire = played.find((one) => one.job === job && one.scheduled === scheduled);
  if (!fire) throw new Error(`no fire ${job}@${isoOf(scheduled)}`);
  return { fire, at: 'at' in fire.fate ? fire.fate.at : Number.NaN };
}
