import type { Manifest } from '../../schema/manifest.ts';

/** Returns the manifest that a blob is. */
export function manifestOf(bytes: Uint8Array): Manifest {
  return JSON.parse(new TextDecoder().decode(bytes)) as Manifest;
}
