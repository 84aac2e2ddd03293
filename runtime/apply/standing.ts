import type { Manifest } from '../../schema/manifest.ts';
import type { KeptDeclaration } from '../../schema/runtime-base.ts';
import type { Ledger, RevisionRow } from '../ledger/index.ts';
import { readValue } from './blobs.ts';

/** What is in force for a tenant. */
export interface Standing {
  readonly row: RevisionRow;
  readonly manifest: Manifest;
  readonly declarations: readonly KeptDeclaration[];
}

/** Reads what is in force for a tenant; undefined where nothing ever was. */
export async function readStanding(ledger: Ledger, tenant: string): Promise<Standing | undefined> {
  const row = await ledger.tenant(tenant);
  return row && row.revision > 0 ? await readRevisionAt(ledger, tenant, row.revision) : undefined;
}

/** Reads a revision by its number; undefined where there is none, or it is not kept any more. */
export async function readRevisionAt(
  ledger: Ledger,
  tenant: string,
  revision: number,
): Promise<Standing | undefined> {
  const row = await ledger.revision(tenant, revision);
  if (!row) return undefined;
  const [manifest, declarations] = await Promise.all([
    readValue<Manifest>(ledger, row.manifest),
    readValue<readonly KeptDeclaration[]>(ledger, row.declarations),
  ]);
  return { row, manifest, declarations };
}
