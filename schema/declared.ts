import type { Span } from './diagnostic.ts';

/** The kinds of document that a tenant can write (design section 4). */
export const kinds = [
  'Tenant',
  'Policy',
  'Job',
  'Calendar',
  'Grant',
  'Channel',
  'Silence',
  'Scenario',
] as const;

export type Kind = (typeof kinds)[number];

/**
 * One document as the tenant wrote it, read and held against its schema, with where everything stands.
 * Plain data, so that it can be cached by the digest of its text. Lines are those of the file.
 */
export interface DeclaredDocument {
  readonly kind: Kind;
  readonly tenant: string;
  readonly name: string;
  /** The document as JSON; its TypeScript type is `Declaration` of its kind. */
  readonly value: unknown;
  readonly file: string;
  /** Line of the document's first key. */
  readonly line: number;
  /**
   * JSON pointer -> `[line, column, endLine, endColumn]` of the value there. The place of a key is under
   * the pointer of its value followed by `#key`.
   */
  readonly positions: Readonly<Record<string, readonly [number, number, number, number]>>;
}

export type Place = DeclaredDocument['positions'][string];

/** The span of a pointer's value (or key, with `#key`), or of its nearest ancestor that has one. */
export function spanAt(
  document: Pick<DeclaredDocument, 'file' | 'line' | 'positions'>,
  pointer: string,
): Span {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const place = document.positions[at];
    if (place) {
      const [line, column, endLine, endColumn] = place;
      return { file: document.file, line, column, endLine, endColumn };
    }
    if (!at.includes('/')) {
      return { file: document.file, line: document.line, column: 1, endLine: document.line, endColumn: 1 };
    }
  }
}
