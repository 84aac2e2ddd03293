import type { Hold, JobRules } from '../../compiler/index.ts';
import type { Instant } from '../../schema/time.ts';
import type { Job } from './in-force.ts';
import type { Notes } from './notes.ts';

/** Returns a job's rules with what only the runtime knows: circuit, refused target, quarantine. */
export function rulesNow({ name, rules, target }: Job, notes: Notes): JobRules {
  const { circuits, refusals, quarantines } = notes;
  if (circuits.size === 0 && refusals.size === 0 && quarantines.size === 0) return rules;
  const rejected = refusals.get(target.key) ?? refusals.get(target.kind);
  return {
    ...rules,
    ...(circuits.has(target.key) && { circuitOpen: true }),
    ...(rejected !== undefined && { rejected }),
    ...(quarantines.has(name) && { quarantined: true }),
  };
}

/** Lists the holds in force, in an order that does not depend on how they came. */
export function holdsNow({ holds }: Notes, now: Instant): readonly Hold[] {
  if (holds.size === 0) return [];
  return [...holds]
    .filter(([, { until }]) => now < until)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, hold]) => hold);
}
