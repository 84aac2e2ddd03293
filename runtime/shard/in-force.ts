import { type Caps, capsOf, type JobRules, rulesOf } from '../../compiler/index.ts';
import type { Digest, JobMeaning, Manifest, TenantMeaning } from '../../schema/manifest.ts';
import type { Cohort } from './cohort.ts';
import type { CohortPool } from './cohort-pool.ts';
import type { Retry, Target } from './shard.ts';
import { targetOf } from './target-of.ts';

/** One job that is in force. A million of them stand in memory: no more than this is kept of one. */
export interface Job {
  readonly name: string;
  readonly owner: Owner;
  /** Its place among the tenant's jobs by name. */
  readonly rank: number;
  /** Shared by the tenant's jobs with the same. */
  readonly rules: JobRules;
  readonly target: Target;
  readonly cohort: Cohort;
  /** Its place among the cohort's members. */
  place: number;
}

/** Whose jobs they are; its rank among the shard's tenants moves when others come. */
export interface Owner {
  readonly name: string;
  /** By `name/` as text, so that jobs stand in the order of `tenant/job`. */
  rank: number;
}

/** What is in force for a tenant. */
export interface InForce {
  readonly revision: number;
  /** Digest of the manifest's bytes; '' before the first revision. */
  readonly manifest: Digest | '';
  /** Digest of the tenant's meaning in it. */
  readonly meaning: Digest | '';
  readonly caps: Caps;
  /** Jobs may have to wait for one another: they are decided together. */
  readonly isCapped: boolean;
  /** By name. */
  readonly jobs: readonly Job[];
}

export const nothingInForce: InForce = {
  revision: 0,
  manifest: '',
  meaning: '',
  caps: { scheduled: {}, backfill: {}, groups: {} },
  isCapped: false,
  jobs: [],
};

/** Returns a tenant's job by name. */
export function findJob(jobs: readonly Job[], name: string): Job | undefined {
  let [low, high] = [0, jobs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (jobs[middle]!.name < name) low = middle + 1;
    else high = middle;
  }
  return jobs[low]?.name === name ? jobs[low] : undefined;
}

/**
 * Makes ready what a manifest says of a tenant; keeps nothing of the manifest but declared targets and policies. Jobs
 * are not members of their cohorts yet.
 *
 * `strict` throws where a job can't be made ready, as for an apply, which is then refused. Otherwise the job throws
 * when its fires are enumerated, which quarantines it: it was accepted once, and one job can't stall the others.
 */
export function inForceOf(
  owner: Owner,
  revision: number,
  { digest, manifest }: { readonly digest: Digest; readonly manifest: Manifest },
  pool: CohortPool,
  strict: boolean,
): InForce {
  const tenant = tenantOf(manifest, owner.name);
  if (!tenant) throw new Error(`the manifest does not speak of \`${owner.name}\``);
  const caps = capsOf(tenant);
  const shared = new Map<string, unknown>();
  const once = <T>(key: string, make: () => T): T => {
    let one = shared.get(key) as T | undefined;
    if (one === undefined) {
      one = make();
      shared.set(key, one);
    }
    return one;
  };
  const names = Object.keys(tenant.jobs).sort();
  const jobs = names.map((name, rank): Job => {
    const meaning = tenant.jobs[name]!;
    const cohort = pool.cohortOf(manifest, owner.name, meaning, strict);
    const rules = once(rulesKey(meaning), () => (strict ? rulesOf(meaning) : rulesOrNone(meaning)));
    const target = once(JSON.stringify(meaning.target), () => targetOf(meaning.target));
    return { name, owner, rank, rules, target, cohort, place: -1 };
  });
  const { scheduled, backfill, groups } = caps;
  return {
    revision,
    manifest: digest,
    meaning: tenant.digest,
    caps,
    isCapped: isLimited(scheduled) || isLimited(backfill) || Object.keys(groups).length > 0,
    jobs,
  };
}

export function tenantOf(manifest: Manifest, tenant: string): TenantMeaning | undefined {
  return Object.hasOwn(manifest.tenants, tenant) ? manifest.tenants[tenant] : undefined;
}

export function retryOf(rules: JobRules | undefined): Retry {
  return rules?.policy.retry ?? { attempts: 1, minBackoff: 0, maxBackoff: 0 };
}

function rulesKey({ policy, schedule, group, target }: JobMeaning): string {
  const completion = target['http']?.['completion'];
  return JSON.stringify([policy, schedule.pause, group, Object.keys(target), completion]);
}

/** Rules that can't be read hold nothing up; the job itself is found out when it is enumerated. */
function rulesOrNone(meaning: JobMeaning): JobRules {
  try {
    return rulesOf(meaning);
  } catch {
    return { policy: meaning.policy, endsKnown: false };
  }
}

function isLimited(lane: Caps['scheduled']): boolean {
  return lane.maxConcurrent !== undefined || lane.maxPerMinute !== undefined;
}
