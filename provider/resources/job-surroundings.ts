import { readCalendarText } from '../../compiler/index.ts';
import type { DeclaredDocument, Kind } from '../../schema/declared.ts';
import { keyOf, type TenantView } from '../backends/session.ts';
import { isRecord, unknown, type Value, type Values } from '../wire/value.ts';
import { policyDocument } from './policy-document.ts';
import { calendarMeaning, isSameDocument } from './stored-document.ts';
import { declarationId, type Workshop } from './workshop.ts';

/** The declarations that a job names, as far as they are known. */
export interface JobSurroundings {
  readonly named: readonly DeclaredDocument[];
  /** Names of which nothing is known. */
  readonly missing: readonly { readonly kind: Kind; readonly tenant: string; readonly name: string }[];
  /** Whether all that decides the job's fires is there. */
  readonly isWhole: boolean;
  /** Declarations that are named as plain text and that this very plan changes. */
  readonly changedBeside: readonly string[];
}

/**
 * Finds what a job's fires depend on beside its own attributes. A reference by `.spec` brings what is planned with it.
 * A plain name means what was in force when this process first looked, whatever else is planned: Terraform plans in no
 * order what is not referred to, and a plan must come out the same when it is applied. What is not in force yet is
 * taken from this process's plans, if it is there.
 */
export function jobSurroundings(
  values: Values,
  tenant: string,
  view: TenantView | undefined,
  { planned }: Pick<Workshop, 'planned'>,
): JobSurroundings {
  const named: DeclaredDocument[] = [];
  const missing: { kind: Kind; tenant: string; name: string }[] = [];
  const changedBeside: string[] = [];
  let isWhole = true;

  const byName = (kind: Kind, name: string): void => {
    const inForce = view?.seen.get(keyOf(kind, name))?.document;
    const plan = planned.get(declarationId(kind, tenant, name));
    const found = inForce ?? plan ?? view?.present.get(keyOf(kind, name))?.document;
    if (found) named.push(found);
    else {
      missing.push({ kind, tenant, name });
      isWhole = false;
    }
    const isChanged = plan === null || (plan !== undefined && inForce && !isSameDocument(plan, inForce));
    if (inForce && isChanged) changedBeside.push(name);
  };

  const policy = values['policy'] ?? null;
  if (policy === unknown || values['policy_in_place'] === unknown) isWhole = false;
  else if (typeof policy === 'string') {
    const written = policyDocument(tenant, policy);
    if (written) named.push(written);
    else byName('Policy', policy);
  }
  for (const calendar of calendarsIn(values['schedule'] ?? null)) {
    if (typeof calendar !== 'string') {
      isWhole = false;
      continue;
    }
    const reference = readCalendarText(calendar);
    if (!reference) {
      byName('Calendar', calendar);
      continue;
    }
    const { name, digest } = reference;
    const candidates = [
      planned.get(declarationId('Calendar', tenant, name)),
      view?.present.get(keyOf('Calendar', name))?.document,
      view?.seen.get(keyOf('Calendar', name))?.document,
    ];
    const found = candidates.find((document) => document && calendarMeaning(document)?.digest === digest);
    if (found) named.push(found);
    else {
      missing.push({ kind: 'Calendar', tenant, name });
      isWhole = false;
    }
  }
  const owner =
    planned.get(declarationId('Tenant', tenant, tenant)) ?? view?.seen.get(keyOf('Tenant', tenant))?.document;
  if (owner) named.push(owner);
  else missing.push({ kind: 'Tenant', tenant, name: tenant });
  return { named: [...new Set(named)], missing, isWhole, changedBeside };
}

function calendarsIn(schedule: Value): readonly Value[] {
  if (!isRecord(schedule)) return [];
  return [schedule['exclude'], schedule['include']].flatMap((names) => {
    if (names === unknown) return [unknown];
    return Array.isArray(names) ? names : [];
  });
}
