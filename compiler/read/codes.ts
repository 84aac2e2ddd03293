import type { Severity } from '../../schema/diagnostic.ts';

/**
 * Everything that can be wrong with a text before its meaning is looked at, with how bad it is. A warning is
 * for what Almanac reads in one way and other programs, or people, in another. Each code has an entry in
 * docs/diagnostics and a case in test/cases/diagnostics.
 */
export const readCodes = {
  // Files.
  'file-too-large': 'error',
  'file-not-text': 'error',
  'file-encoding': 'error',
  'file-line-breaks': 'error',
  'file-empty': 'warning',
  'too-many-remarks': 'info',
  // Documents.
  'document-too-large': 'error',
  'document-too-deep': 'error',
  'document-not-mapping': 'error',
  'document-not-separated': 'error',
  'document-empty': 'info',
  // YAML.
  'yaml-syntax': 'error',
  'yaml-tab': 'error',
  'yaml-unquoted': 'error',
  'yaml-duplicate-key': 'error',
  'yaml-key': 'error',
  'yaml-merge-key': 'error',
  'yaml-alias': 'error',
  'yaml-alias-limit': 'error',
  'yaml-tag': 'error',
  'yaml-directive': 'error',
  'yaml-number': 'error',
  'yaml-ambiguous': 'warning',
  'yaml-lookalike': 'warning',
} as const satisfies Readonly<Record<string, Severity>>;

export type ReadCode = keyof typeof readCodes;
