import { compileManifest, zoneTable as platformZone } from '../../compiler/index.ts';
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
  tables: Tables,
): {
  readonly manifest: Manifest;
  readonly diagnostics: readonly Diagnostic[];
  readonly documents: readonly DeclaredDocument[];
} {
  const files = new Map<string, string>();
  const documents = declarations.map(({ document, source, files: own = {} }): DeclaredDocument => {
    const named = Object.entries(own);
    // Two sources may each have a `calendars.yaml` that names a file of the same path.
    const file = named.length === 0 || source === filesSource ? document.file : `${source}:${document.file}`;
    for (const [path, text] of named) files.set(`${file}\0${path}`, text);
    return { ...document, file };
  });
  const compiled = compileManifest(documents, {
    tzdata: tables.tzdata,
    zoneTable: (zone) => (Object.hasOwn(tables.zones, zone) ? tables.zones[zone]! : platformZone(zone)),
    calendarFile: (file, path) => files.get(`${file}\0${path}`),
  });
  return { ...compiled, documents };
}

/** The source of declarations in files whose configuration names none. */
export const filesSource = 'files';
