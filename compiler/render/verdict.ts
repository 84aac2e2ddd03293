import type { Diagnostic, Severity } from '../../schema/diagnostic.ts';
import type { FireCounts, Plan } from '../../schema/plan.ts';
import { countText, plural } from './columns.ts';

/** Says in one sentence how many jobs a plan touches: `2 jobs change, 1 job is new; 12 stay as they are.` */
export function jobsVerdict({ counts, declarations, drift, tenants }: Plan): string {
  const { added, removed, changed, unchanged } = counts.jobs;
  const parts = [
    ...(changed > 0 ? [`${plural(changed, 'job')} ${changed === 1 ? 'changes' : 'change'}`] : []),
    ...(added > 0 ? [`${plural(added, 'job')} ${added === 1 ? 'is' : 'are'} new`] : []),
    ...(removed > 0 ? [`${plural(removed, 'job')} ${removed === 1 ? 'is' : 'are'} removed`] : []),
  ];
  const stays = unchanged === 1 ? 'stays as it is' : 'stay as they are';
  if (parts.length > 0) {
    return `${parts.join(', ')}${unchanged > 0 ? `; ${countText(unchanged)} ${stays}` : ''}.`;
  }
  if (declarations.length > 0) {
    return `No job changes; ${plural(declarations.length, 'other declaration')} ${declarations.length === 1 ? 'does' : 'do'}.`;
  }
  if (drift.zones.length > 0) return `No job changes; the data of ${plural(drift.zones.length, 'zone')} do.`;
  return `No changes of meaning: ${plural(unchanged, 'job')} in ${plural(tenants.length, 'tenant')} ${stays}.`;
}

/** One kind of change with its sign, the most serious first. */
export interface CountedSign {
  readonly action: 'remove' | 'move' | 'alter' | 'add';
  readonly sign: string;
  readonly count: number;
  readonly word: string;
}

/** Returns how many fires are removed, moved, altered and added, in this order, noughts among them. */
export function countedSigns({ removed, moved, altered, added }: FireCounts): readonly CountedSign[] {
  return [
    { action: 'remove', sign: '-', count: removed, word: 'removed' },
    { action: 'move', sign: '±', count: moved, word: 'moved' },
    { action: 'alter', sign: '~', count: altered, word: 'altered' },
    { action: 'add', sign: '+', count: added, word: 'added' },
  ];
}

const severities: readonly Severity[] = ['stop', 'error', 'warning', 'info'];

/** Counts findings in one line, the worst first: `1 stop, 2 warnings`. Empty where there are none. */
export function findingsVerdict(findings: readonly Diagnostic[]): string {
  return severities
    .flatMap((severity) => {
      const count = findings.filter((finding) => finding.severity === severity).length;
      return count === 0 ? [] : [plural(count, severity)];
    })
    .join(', ');
}

/** Returns the findings, the worst first, otherwise as they came. */
export function worstFirst(findings: readonly Diagnostic[]): readonly Diagnostic[] {
  return findings.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}
