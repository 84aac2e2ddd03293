import { fires, scheduleOf } from '../../compiler/index.ts';
import type { Manifest } from '../../schema/manifest.ts';
import type { Instant, Seconds } from '../../schema/time.ts';

/** One revision's part in a job's fires. */
export interface JobReign {
  readonly revision: number;
  readonly manifest: Manifest;
  /** Fires scheduled after it. */
  readonly after: Instant;
  /** And up to it. */
  readonly upTo: Instant;
  /** Only those due up to it; of a revision that has ended, all. */
  readonly dueUpTo: Instant;
}

export interface ExpectedFire {
  readonly scheduled: Instant;
  readonly due: Instant;
  readonly revision: number;
}

/** How much is enumerated at once: memory must not grow with the range. */
const piece: Seconds = 30 * 86_400;

/**
 * Lists the fires that a job must have had, oldest first, straight from the revisions: nothing of what decides them in
 * the runtime has a part in it. A schedule that can't be enumerated gives none.
 */
export function* expectedFires(
  tenant: string,
  job: string,
  reigns: readonly JobReign[],
): Generator<ExpectedFire> {
  for (const { revision, manifest, after, upTo, dueUpTo } of reigns) {
    const meaning = manifest.tenants[tenant]?.jobs[job];
    if (!meaning) continue;
    const spread = meaning.schedule.spread?.offset ?? 0;
    const end = Math.min(upTo, dueUpTo - spread);
    for (let from = after + 1; from <= end; from += piece) {
      const found = enumerate(manifest, tenant, job, from, Math.min(from + piece, end + 1));
      if (!found) break;
      for (let i = 0; i < found.count; i++) {
        const scheduled = found.scheduled[i]!;
        yield { scheduled, due: scheduled + spread, revision };
      }
    }
  }
}

function enumerate(manifest: Manifest, tenant: string, job: string, from: Instant, until: Instant) {
  try {
    return fires(scheduleOf(manifest, tenant, manifest.tenants[tenant]!.jobs[job]!), from, until);
  } catch {
    // The runtime has quarantined such a job: none of its fires is decided.
    return undefined;
  }
}
