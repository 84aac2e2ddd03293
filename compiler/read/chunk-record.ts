import type { Kind } from '../../schema/declared.ts';
import type { Diagnostic } from '../../schema/diagnostic.ts';

/**
 * What is known of one document's text, whatever file it stands in: plain JSON, to be kept under the digest of
 * the text. Lines are those of the text, and no file is named.
 */
export interface ChunkRecord {
  /** `foreign` documents are not Almanac's and are passed over. */
  readonly fate: 'declared' | 'refused' | 'foreign';
  /** Absent of a document that is foreign, or that could not be read. */
  readonly document?: DocumentRecord;
  /** Who the document says it is, once that was looked at. */
  readonly identity?: {
    readonly kind?: Kind | undefined;
    readonly tenant?: string | undefined;
    readonly name?: string | undefined;
  };
  /** Never empty of a refused one. */
  readonly diagnostics: readonly Diagnostic[];
  /** Mistakes beyond those in `diagnostics`. */
  readonly more: number;
}

export interface DocumentRecord {
  /** JSON. Shared by all documents with the same text: never to be changed. */
  readonly value: unknown;
  /** Packed; see `positionsOf`. */
  readonly places: string;
  /** Line of its first key. */
  readonly line: number;
  /** Whether parts of the text are missing in the value, which then cannot be judged. */
  readonly partial: boolean;
}

/** Remembers records by key, within a run or longer. A key is made of the text's digest. */
export interface ReadMemo {
  get(key: string): unknown;
  set(key: string, record: unknown): void;
}
