import { fires, type RunWindow } from '../../compiler/index.ts';
import type { Instant } from '../../schema/time.ts';
import type { FireRow, Ledger, TenantRow, Watermark } from '../ledger/index.ts';
import { shardOf } from '../ledger/index.ts';
import type { Archive } from './archive.ts';
import { fireWindow } from './fire-window.ts';
import { contextOf, type JobContext } from './job-context.ts';
import { revisionSpans } from './revision-spans.ts';
import { tenantNotes } from './tenant-notes.ts';

/** Fires of one job that are due and that nobody has decided yet. */
export interface Undecided {
  readonly context: JobContext;
  readonly first: Instant;
  readonly last: Instant;
  readonly count: number;
  /** From the window of the first to the last. */
  readonly window: RunWindow;
}

/** A tick takes a second; what is due for no longer than this is being decided. */
const patience = 5;

/** Returns up to where the decisions of a tenant's shard have come; undefined where nothing was ever decided. */
async function watermarkOf(ledger: Ledger, tenant: string): Promise<Watermark | undefined> {
  const { shardCount } = await ledger.meta();
  const [head] = await ledger.heads([shardOf(tenant, shardCount)]);
  return head?.watermark;
}

/**
 * Recomputes from the manifests in force which fires are due and not decided: the platform's doing, and nobody else's.
 * `open` are the tenant's open rows: what an apply has opened before it was due is not counted twice.
 */
export async function undecided(
  archive: Archive,
  tenant: TenantRow,
  options: { readonly job?: string | undefined; readonly open: readonly FireRow[] },
  now: Instant,
): Promise<readonly Undecided[]> {
  const watermark = await watermarkOf(archive.ledger, tenant.tenant);
  if (!watermark) return [];
  const end = now - patience;
  if (end <= watermark.through) return [];
  const opened = new Set(options.open.map(({ job, scheduled }) => `${scheduled} ${job}`));
  const notes = tenantNotes(tenant);
  const found: Undecided[] = [];
  // Spread is less than the smallest spacing, so a day's search back finds what is due from now on.
  for (const span of await revisionSpans(archive, tenant, watermark.through - spreadMost, end + 1)) {
    const manifest = await archive.manifest(tenant.tenant, span.revision);
    for (const name of Object.keys(manifest?.tenants[tenant.tenant]?.jobs ?? {})) {
      if (options.job !== undefined && options.job !== name) continue;
      const context = await contextOf(archive, tenant.tenant, name, span.revision);
      if (!context) continue;
      const { spread, schedule } = context.subject;
      const through = decidedThrough(watermark, context.job.id);
      const from = Math.max(span.from, through + 1 - spread);
      const until = Math.min(span.until, end + 1 - spread);
      if (from >= until) continue;
      const list = fires(schedule, from, until);
      const missed = list.scheduled
        .subarray(0, list.count)
        .filter((scheduled) => !opened.has(`${scheduled} ${name}`));
      if (missed.length === 0) continue;
      const [first, last] = [missed[0]!, missed.at(-1)!];
      const window = { from: fireWindow(context, notes, first).from, to: last };
      found.push({ context, first, last, count: missed.length, window });
    }
  }
  return found;
}

/** Up to which due instant the fires of a job are decided, in a pass that may not be complete. */
function decidedThrough({ through, pass, cursor }: Watermark, jobId: string): Instant {
  return cursor !== '' && jobId <= cursor ? pass : through;
}

const spreadMost = 86_400;
