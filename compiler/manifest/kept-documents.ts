import type { DeclaredDocument } from '../../schema/declared.ts';
import type { KeptDeclaration } from '../../schema/runtime-base.ts';
import { digestOf } from './digest-of.ts';

/** The source of declarations in files whose configuration names none. */
export const filesSource = 'files';

/** Documents with the files that they name. */
export interface KeptDocuments {
  readonly documents: readonly DeclaredDocument[];
  /** As `compileManifest` asks. */
  readonly calendarFile: (declaredIn: string, path: string) => string | undefined;
}

/** Returns kept declarations in the form in which they are compiled. */
export function keptDocuments(declarations: readonly KeptDeclaration[]): KeptDocuments {
  const files = new Map<string, string>();
  const documents = declarations.map(({ document, source, files: own = {} }): DeclaredDocument => {
    const named = Object.entries(own);
    // Two sources may each have a `calendars.yaml` that names a file of the same path.
    const file = named.length === 0 || source === filesSource ? document.file : `${source}:${document.file}`;
    for (const [path, text] of named) files.set(`${file}\0${path}`, text);
    return { ...document, file };
  });
  return { documents, calendarFile: (file, path) => files.get(`${file}\0${path}`) };
}

/** Returns documents of a source with all that it takes to compile them again, elsewhere and later. */
export function keepDocuments(
  { documents, calendarFile }: KeptDocuments,
  source: string,
): readonly KeptDeclaration[] {
  return documents.map((document): KeptDeclaration => {
    const { kind, name, value, positions } = document;
    const ics = kind === 'Calendar' ? (value as { spec?: { ics?: unknown } }).spec?.ics : undefined;
    const text = typeof ics === 'string' ? calendarFile(document.file, ics) : undefined;
    return {
      kind,
      name,
      source,
      // Positions that are spread only when somebody looks are spread now.
      document: { ...document, positions: { ...positions } },
      digest: digestOf(value),
      ...(text !== undefined && { files: { [ics as string]: text } }),
    };
  });
}
