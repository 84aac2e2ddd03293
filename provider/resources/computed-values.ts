import { calendarText, policyText } from '../../compiler/index.ts';
import type { DeclaredDocument } from '../../schema/declared.ts';
import type { PolicySpec } from '../../schema/index.ts';
import { unknown, type Values } from '../wire/value.ts';
import { calendarMeaning } from './stored-document.ts';

/** What the provider makes of a declaration whatever is in force: its id, and the text that others refer to it by. */
export function computedValues(document: DeclaredDocument): Values {
  const { kind, tenant, name } = document;
  if (kind === 'Tenant') return { id: name };
  const id = `${tenant}/${name}`;
  if (kind === 'Policy') {
    const { spec } = document.value as { spec: PolicySpec };
    return { id, spec: policyText({ name, spec }) };
  }
  if (kind !== 'Calendar') return { id };
  const meaning = calendarMeaning(document);
  return { id, spec: meaning ? calendarText({ name, digest: meaning.digest }) : null };
}

/** The same while something of the declaration is not known yet. */
export function unknownValues(kind: DeclaredDocument['kind'], values: Values): Values {
  const { tenant, name } = values;
  const known = typeof name === 'string' && (kind === 'Tenant' || typeof tenant === 'string');
  const id = !known ? unknown : kind === 'Tenant' ? name : `${String(tenant)}/${name}`;
  return kind === 'Policy' || kind === 'Calendar' ? { id, spec: unknown } : { id };
}
