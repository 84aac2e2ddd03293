import type { RunRef } from '../ledger/index.ts';
import type { Taken } from './make-draft.ts';
import type { ShardState } from './shard-state.ts';
import { findRun, type TenantWork, workFor } from './work.ts';

/**
 * Lists the runs, each once, of which some letters tell an end and that are over already. Looks into memory only, and
 * costs one look-up for each end that is told.
 */
export function lateRuns({ tenants }: ShardState, { letters, own }: Taken): readonly RunRef[] {
  const found = new Map<string, RunRef>();
  let work: TenantWork | undefined;
  const look = (letter: Taken['own'][number]) => {
    if (letter.kind !== 'finished') return;
    const { tenant: name, run } = letter;
    const tenant = tenants.get(name);
    // Of a tenant that is none nothing is kept.
    if (!tenant) return;
    if (work?.tenant !== tenant) work = workFor(tenant);
    if (!findRun(work, run)) found.set(`${name}/${run}`, { tenant: name, run });
  };
  for (const { letter } of letters) look(letter);
  for (const letter of own) look(letter);
  return [...found.values()];
}
