import type { JobMeaning, Manifest } from '../../schema/manifest.ts';

/** One job on both sides of a plan; at least one of them is there. */
export interface JobPair {
  readonly tenant: string;
  /** The name in `after`, else in `before`. */
  readonly job: string;
  readonly renamedFrom?: string;
  readonly before?: JobMeaning;
  readonly after?: JobMeaning;
}

/**
 * Pairs the jobs of two manifests by tenant and name, by tenant, then name.
 * A job that says `renamedFrom` is paired with that job of `before`, if it is gone from `after`.
 */
export function pairJobs(
  before: Manifest | undefined,
  after: Manifest,
  tenants: readonly string[],
): readonly JobPair[] {
  return tenants.flatMap((tenant) => {
    const were = before?.tenants[tenant]?.jobs ?? {};
    const are = after.tenants[tenant]?.jobs ?? {};
    const claimed = new Set<string>();
    const pairs: JobPair[] = [];
    for (const [job, meaning] of Object.entries(are)) {
      const old = meaning.renamedFrom;
      const renamed = old !== undefined && !were[job] && were[old] && !are[old] && !claimed.has(old);
      const was = renamed ? were[old] : were[job];
      if (renamed) claimed.add(old);
      pairs.push({
        tenant,
        job,
        after: meaning,
        ...(was && { before: was }),
        ...(renamed && { renamedFrom: old }),
      });
    }
    for (const [job, meaning] of Object.entries(were)) {
      if (!are[job] && !claimed.has(job)) pairs.push({ tenant, job, before: meaning });
    }
    return pairs.sort((a, b) => (a.job < b.job ? -1 : a.job > b.job ? 1 : 0));
  });
}
