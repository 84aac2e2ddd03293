import { readPolicyText } from '../../compiler/index.ts';
import type { DeclaredDocument } from '../../schema/declared.ts';

const known = new Map<string, DeclaredDocument>();

/**
 * The policy that `almanac_policy.NAME.spec` says, as a document; undefined for a plain name. The same object for the
 * same text, so that a policy of a thousand jobs is compiled once.
 */
export function policyDocument(tenant: string, text: string): DeclaredDocument | undefined {
  const key = `${tenant} ${text}`;
  const found = known.get(key);
  if (found) return found;
  const written = readPolicyText(text);
  if (!written) return undefined;
  const { name, spec } = written;
  const value = { apiVersion: 'almanac/v1', kind: 'Policy', metadata: { tenant, name }, spec };
  const document: DeclaredDocument = {
    kind: 'Policy',
    tenant,
    name,
    value,
    file: `almanac_policy.${tenant}/${name}`,
    line: 1,
    positions: {},
  };
  known.set(key, document);
  return document;
}
