import type { Severity } from '../../schema/diagnostic.ts';

/**
 * Everything that can be wrong with the meaning of declarations, with how bad it is. An error leaves the
 * declaration out of the manifest; it is one by nature, so that no configuration changes it. Each code has
 * an entry in docs/diagnostics and a case in test/cases/diagnostics.
 */
export const manifestCodes = {
  // Names.
  'job-duplicate': 'error',
  'declaration-duplicate': 'error',
  'tenant-undeclared': 'warning',
  'policy-unknown': 'error',
  'calendar-unknown': 'error',
  'group-unknown': 'error',
  'channel-unknown': 'error',
  'job-unknown': 'warning',
  'renamed-from-taken': 'error',
  // Values that the schema can't judge.
  'date-not-real': 'error',
  'duration-invalid': 'error',
  'span-empty': 'error',
  'calendar-invalid': 'error',
  'calendar-timed-events': 'warning',
  // Schedules.
  'zone-unknown': 'error',
  'cron-invalid': 'error',
  'day-match-missing': 'error',
  'day-match-unneeded': 'warning',
  'schedule-invalid': 'error',
  'skips-without-fire': 'error',
  'never-fires': 'error',
  // Combinations that can't be meant (design section 6.8).
  'horizon-below-late-after': 'error',
  'lost-after-below-finish-within': 'error',
  'catch-up-defeated': 'error',
  'overlap-blind': 'error',
  'replace-cannot-cancel': 'error',
  'spread-beyond-spacing': 'error',
} as const satisfies Readonly<Record<string, Severity>>;

export type ManifestCode = keyof typeof manifestCodes;
