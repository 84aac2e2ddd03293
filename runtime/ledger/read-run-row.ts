import { parseInstant } from '../../compiler/index.ts';
import type { FireRow } from './fire-row.ts';
import type { Ledger } from './ledger.ts';
import type { RunRef } from './letter.ts';

/**
 * Reads the row of a run by its id, which has the job's name of its time in it, as the row has; undefined where nothing
 * of it is kept, or where no run has such an id.
 */
export async function readRunRow(
  ledger: Pick<Ledger, 'fire'>,
  { tenant, run }: RunRef,
): Promise<FireRow | undefined> {
  const [, job, instant, order = ''] = /^([^@#]+)@([^@#]+)(?:#(.+))?$/.exec(run) ?? [];
  const scheduled = instant === undefined ? undefined : parseInstant(instant);
  if (job === undefined || scheduled === undefined) return undefined;
  const rows = await ledger.fire(tenant, job, scheduled);
  return rows.find((row) => row.order === order && row.body.run?.id === run);
}
