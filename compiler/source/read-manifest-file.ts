import type { Manifest } from '../../schema/manifest.ts';
import { CallError } from './call-error.ts';
import { readNamedFile } from './read-named-file.ts';

/**
 * Reads a manifest that `almanac compile` wrote.
 *
 * @throws {CallError} where it cannot be read, is no manifest, or one of another format.
 */
export function readManifestFile(path: string, shown: string): Manifest {
  const value = parse(readNamedFile(path, shown), shown) as Partial<Manifest> | null;
  const help = '`almanac compile --out manifest.json` writes one';
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !('formatVersion' in value)) {
    throw new CallError(`\`${shown}\` is not a manifest`, help);
  }
  if (value.formatVersion !== 1) {
    throw new CallError(
      `\`${shown}\` has manifest format ${String(value.formatVersion)}; this almanac reads format 1`,
      'use the almanac that wrote it, or compile it again',
    );
  }
  const whole =
    typeof value.digest === 'string' &&
    isRecord(value.tenants) &&
    isRecord(value.zones) &&
    isRecord(value.sources);
  if (!whole)
    throw new CallError(`\`${shown}\` is not a manifest${'range' in value ? ', but a plan' : ''}`, help);
  return value as Manifest;
}

function parse(text: string, shown: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CallError(
      `\`${shown}\` is not JSON`,
      'a base is a git ref, a directory, a manifest, or `none`',
      error,
    );
  }
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
