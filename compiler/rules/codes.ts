import type { Severity } from '../../schema/diagnostic.ts';

/** Everything that is said of configuration and its waivers, with how bad it is. */
export const configCodes = {
  'config-invalid': 'error',
  'rule-unknown': 'error',
  waived: 'info',
  'waiver-expired': 'warning',
  'waiver-unused': 'warning',
} as const satisfies Readonly<Record<string, Severity>>;

export type ConfigCode = keyof typeof configCodes;
