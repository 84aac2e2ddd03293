import type { DeclarationChange, Drift } from '../../schema/plan.ts';
import { formatInstant } from '../manifest/index.ts';
import { countText, plural } from './columns.ts';

/** Returns `policy benefits/nightly`, `tenant benefits`. */
export function declarationName({ kind, tenant, name }: DeclarationChange): string {
  return kind === 'Tenant' ? `tenant ${tenant}` : `${kind.toLowerCase()} ${tenant}/${name}`;
}

/** Jobs that a policy or calendar governs are named up to this many. */
const governedMost = 6;

/** Returns how many jobs a policy or calendar governs, and the first of them. */
export function governedText(jobs: readonly string[]): string {
  if (jobs.length === 0) return 'no job';
  const shown = jobs.slice(0, governedMost).join(', ');
  const more = jobs.length - governedMost;
  return `${plural(jobs.length, 'job')}: ${shown}${more > 0 ? `, and ${countText(more)} more` : ''}`;
}

/** Says that a zone's tables differ between the sides, from when on, and how many jobs that concerns. */
export function driftText({ zone, from, jobs }: Drift['zones'][number]): string {
  return `zone ${zone}: its offsets differ from ${formatInstant(from)} on; ${plural(jobs.length, 'job')} on both sides`;
}
