import type { Severity } from '../../schema/diagnostic.ts';

/**
 * Everything in which a document can differ from the schema of its kind. Each code has an entry in
 * docs/diagnostics and a case in test/cases/diagnostics.
 */
export const schemaCodes = {
  'schema-api-version': 'error',
  'schema-kind': 'error',
  'schema-unknown-key': 'error',
  'schema-misplaced-key': 'error',
  'schema-missing-key': 'error',
  'schema-one-of': 'error',
  'schema-type': 'error',
  'schema-value': 'error',
  'schema-key-name': 'error',
} as const satisfies Readonly<Record<string, Severity>>;

export type SchemaCode = keyof typeof schemaCodes;
