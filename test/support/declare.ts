import type { DeclaredDocument, Kind } from '../../schema/declared.ts';

/** Makes a document as if it had been read, without places: for tests of what it means and not of where it stands. */
export function declare(
  kind: Kind,
  id: string,
  spec: unknown,
  place = { file: 'a.yaml', line: 1 },
): DeclaredDocument {
  const [tenant = '', name = tenant] = id.split('/');
  const metadata = kind === 'Tenant' ? { name } : { tenant, name };
  return {
    kind,
    tenant,
    name,
    value: { apiVersion: 'almanac/v1', kind, metadata, spec },
    ...place,
    positions: {},
  };
}
