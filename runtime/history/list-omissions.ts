import {
  formatInstant,
  isoWall,
  type Omission,
  omissionSentence,
  omissions,
  placeOfOmission,
} from '../../compiler/index.ts';
import type { OmissionRecord } from '../../schema/history.ts';
import type { Instant } from '../../schema/time.ts';
import type { TenantRow } from '../ledger/index.ts';
import type { Archive } from './archive.ts';
import { clockOf, contextOf, type JobContext } from './job-context.ts';
import { revisionSpans } from './revision-spans.ts';

/** A stretch is searched in pieces of this length, newest first, so that a long one ends when enough is found. */
const piece = 7 * 86_400;
const omissionsMost = 1000;
/** A tenant's jobs times the weeks that are looked at; each costs some ten microseconds. */
const piecesMost = 20_000;

/** Recomputes the nominal times without a fire in `[from, until)`, newest first, of one job or of all. */
export async function listOmissions(
  archive: Archive,
  tenant: TenantRow,
  job: string | undefined,
  from: Instant,
  until: Instant,
): Promise<{ readonly found: readonly OmissionRecord[]; readonly more: boolean }> {
  const found: { readonly at: Instant; readonly record: OmissionRecord }[] = [];
  let pieces = 0;
  for (const span of await revisionSpans(archive, tenant, from, until)) {
    const manifest = await archive.manifest(tenant.tenant, span.revision);
    const declared = Object.keys(manifest?.tenants[tenant.tenant]?.jobs ?? {});
    const names = job === undefined ? declared : declared.filter((name) => name === job);
    for (let end = span.until; end > span.from; end -= piece) {
      const start = Math.max(span.from, end - piece);
      for (const name of names) {
        if (found.length >= omissionsMost || ++pieces > piecesMost)
          return { found: sorted(found), more: true };
        const context = await contextOf(archive, tenant.tenant, name, span.revision);
        if (!context) continue;
        for (const omission of omissions(context.subject.schedule, start, end)) {
          found.push({ at: omission.at, record: omissionRecord(context, omission) });
        }
      }
    }
  }
  return { found: sorted(found), more: false };
}

/** Returns a nominal time without a fire as a person or a program reads it. */
function omissionRecord(context: JobContext, omission: Omission): OmissionRecord {
  const { at, nominal, cause } = omission;
  const place = placeOfOmission(context.places, omission);
  const clause = { ...(place !== undefined && { place }), revision: context.revision };
  return {
    kind: 'omission',
    job: context.job.id,
    at: formatInstant(at),
    nominal: isoWall(nominal),
    cause,
    sentence: omissionSentence(omission, clause, clockOf(context).wallOf),
    revision: context.revision,
  };
}

function sorted(
  found: readonly { readonly at: Instant; readonly record: OmissionRecord }[],
): readonly OmissionRecord[] {
  return [...found].sort((a, b) => b.at - a.at).map(({ record }) => record);
}
