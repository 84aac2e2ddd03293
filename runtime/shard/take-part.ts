import type { Instant } from '../../schema/time.ts';
import { JobsThrew, textOf } from './decide-tenant.ts';
import type { Job } from './in-force.ts';
import { jobName, jobOfPlan, type PassPlace } from './pass-plan.ts';
import type { PassPlan, Tenant } from './shard-state.ts';
import { type JobPart, takeUnseen } from './unseen-fires.ts';
import { type Work, workOn } from './work.ts';

/** One part of a pass: what one entry decides of it. */
export interface PassPart {
  readonly jobs: ReadonlyMap<Tenant, readonly JobPart[]>;
  /** Index of the next job in the plan; its length where the pass is done. */
  readonly index: number;
  /** As the watermark says it; '' where the pass is done. */
  readonly cursor: string;
}

/** How many rows a part may have: about `budget`, and in no case more than `rowsMost`. */
export interface PartSize {
  readonly budget: number;
  readonly rowsMost: number;
}

/**
 * Takes the next part of a pass, job by job. A tenant with caps is kept whole where it fits an entry by itself, so that
 * its slots go to the oldest fires; a job is cut by time only where it alone does not fit.
 */
export function takePart(work: Work, plan: PassPlan, place: PassPlace, size: PartSize): PassPart {
  const { keys } = plan;
  const { budget, rowsMost } = size;
  const jobs = new Map<Tenant, JobPart[]>();
  const add = (tenant: Tenant, part: JobPart) => {
    const parts = jobs.get(tenant);
    if (parts) parts.push(part);
    else jobs.set(tenant, [part]);
  };
  let [index, rows, last] = [place.index, 0, ''];
  let looked: Tenant | undefined;
  while (index < keys.length) {
    const job = jobOfPlan(work.state, plan, index);
    const tenant = job.owner as Tenant;
    const dueAfter = index === place.index ? place.dueAfter : undefined;
    if (tenant.inForce.isCapped && tenant !== looked) {
      looked = tenant;
      const all = takeTenant(work, plan, { index, ...(dueAfter !== undefined && { dueAfter }) }, rowsMost);
      if (all && (rows === 0 || rows + all.rows <= budget)) {
        for (const part of all.parts) add(tenant, part);
        index += all.parts.length;
        rows += all.rows;
        last = jobName(all.parts.at(-1)!.job);
        if (rows >= budget) break;
        continue;
      }
      if (all) break;
    }
    const part = take(work, plan, job, dueAfter, rows === 0 ? rowsMost : Math.max(1, budget - rows));
    const more = part.rows;
    if (rows > 0 && (part.upTo !== undefined || rows + more > budget)) break;
    add(tenant, part);
    rows += more;
    if (part.upTo !== undefined) return { jobs, index, cursor: `${jobName(job)} ${part.upTo}` };
    index++;
    last = jobName(job);
    if (rows >= budget) break;
  }
  return { jobs, index, cursor: index === keys.length ? '' : last };
}

/** Takes all that is left of a tenant in a pass; undefined where that is more than one entry can have. */
function takeTenant(
  work: Work,
  plan: PassPlan,
  { index, dueAfter }: PassPlace,
  rowsMost: number,
): { readonly parts: readonly JobPart[]; readonly rows: number } | undefined {
  const parts: JobPart[] = [];
  const { owner } = jobOfPlan(work.state, plan, index);
  let rows = 0;
  for (let at = index; at < plan.keys.length; at++) {
    const job = jobOfPlan(work.state, plan, at);
    if (job.owner !== owner) break;
    const part = take(work, plan, job, at === index ? dueAfter : undefined, rowsMost);
    rows += part.rows;
    if (part.upTo !== undefined || rows > rowsMost) return undefined;
    parts.push(part);
  }
  return { parts, rows };
}

function take(work: Work, plan: PassPlan, job: Job, dueAfter: Instant | undefined, most: number): JobPart {
  const own = workOn(work, job.owner as Tenant);
  const span = { after: plan.through, until: plan.pass, dueAfter, most };
  try {
    return takeUnseen(job, span, own, work.now);
  } catch (error) {
    // A schedule that throws does so for all that share it; who is quarantined has no fires that could be known.
    if (own.notes.quarantines.has(job.name)) return { job, certain: [], fires: [], rows: 0 };
    throw new JobsThrew(
      job.cohort.members
        .filter(({ owner, name }) => !workOn(work, owner as Tenant).notes.quarantines.has(name))
        .map(({ owner, name }) => ({ tenant: owner.name, job: name, error: textOf(error) })),
    );
  }
}
