import type { Severity } from '../../schema/diagnostic.ts';

/** What can be wrong with a Terraform stack as a place of declarations. */
export const stackCodes = {
  'stack-invalid': 'error',
  'stack-unresolved': 'error',
  'attribute-invalid': 'error',
} as const satisfies Readonly<Record<string, Severity>>;

export type StackCode = keyof typeof stackCodes;
