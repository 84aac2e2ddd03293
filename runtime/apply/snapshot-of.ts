import { formatInstant } from '../../compiler/index.ts';
import type { TenantSnapshot } from '../../schema/snapshot.ts';
import type { FireRow, Ledger } from '../ledger/index.ts';

/** Reads what waits and what runs of a tenant just now. */
export async function snapshotOf(ledger: Ledger, tenant: string, shard: number): Promise<TenantSnapshot> {
  const rows = (await ledger.going(shard)).filter((row) => row.tenant === tenant && row.order === '');
  return {
    fires: rows.filter(({ state }) => state === 'open').map(openFire),
    // A run whose end nobody can tell is in nobody's way.
    runs: rows
      .filter(({ state, body }) => state === 'going' && body.run && !body.run.ends)
      .map(({ job, scheduled, body }) => ({
        job,
        scheduled: formatInstant(scheduled),
        dispatched: formatInstant(body.run!.dispatched),
      })),
  };
}

function openFire({ job, scheduled, due, body }: FireRow): TenantSnapshot['fires'][number] {
  return {
    job,
    scheduled: formatInstant(scheduled),
    ...(due !== scheduled && { due: formatInstant(due) }),
    ...(body.cause !== undefined && { waiting: body.cause }),
  };
}
