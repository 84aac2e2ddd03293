import { CallError } from '../../compiler/cli/index.ts';
import type { ApplyPort, RevisionDetail } from '../apply/index.ts';

/** A revision as a person names it: `benefits@3`. `benefits@0` is the time before the first. */
export interface RevisionName {
  readonly tenant: string;
  readonly revision: number;
}

/**
 * Reads `benefits@3`.
 *
 * @throws {CallError} for any other text.
 */
export function readRevisionName(text: string): RevisionName {
  const [, tenant, revision] = /^([a-z0-9](?:[a-z0-9-]*[a-z0-9])?)@(\d{1,9})$/.exec(text) ?? [];
  if (tenant !== undefined && revision !== undefined) return { tenant, revision: Number(revision) };
  throw new CallError(
    `\`${text}\` is no revision`,
    'write tenant and number, for instance `benefits@3`; `almanac revisions benefits` lists them',
  );
}

/**
 * Reads a revision; undefined of the time before the first.
 *
 * @throws {CallError} where there is no such revision.
 */
export async function revisionNamed(
  port: ApplyPort,
  { tenant, revision }: RevisionName,
): Promise<RevisionDetail | undefined> {
  if (revision === 0) return undefined;
  const detail = await port.revision(tenant, revision);
  if (detail) return detail;
  throw new CallError(
    `there is no revision ${revision} of \`${tenant}\``,
    `\`almanac revisions ${tenant}\` lists those that there are`,
  );
}

/** Returns the number of what is in force for a tenant; 0 where nothing is. */
export async function revisionInForce(port: ApplyPort, tenant: string): Promise<number> {
  const { tenants } = await port.base({ tenants: [tenant] });
  return tenants[tenant]?.revision ?? 0;
}
