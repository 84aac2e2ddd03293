import { compileManifest, keptDocuments, zoneTable as platformZone } from '../../compiler/index.ts';
import type { DeclaredDocument } from '../../schema/declared.ts';
import type { Diagnostic } from '../../schema/diagnostic.ts';
import type { Manifest } from '../../schema/manifest.ts';
import type { KeptDeclaration } from '../../schema/runtime-base.ts';
import type { ZoneTable } from '../../schema/time.ts';

/** Zone tables to compile with, by primary name, and the name of the data that they come from. */
export interface Tables {
  readonly zones: Readonly<Record<string, ZoneTable>>;
  readonly tzdata: string;
}

/** Compiles declarations that were kept. A zone that has no table among `tables` is read from the platform. */
export function compileKept(
  declarations: readonly KeptDeclaration[],
  { zones, tzdata }: Tables,
): {
  readonly manifest: Manifest;
  readonly diagnostics: readonly Diagnostic[];
  readonly documents: readonly DeclaredDocument[];
} {
  const { documents, calendarFile } = keptDocuments(declarations);
  const zoneTable = (zone: string) => (Object.hasOwn(zones, zone) ? zones[zone]! : platformZone(zone));
  return { ...compileManifest(documents, { tzdata, zoneTable, calendarFile }), documents };
}
