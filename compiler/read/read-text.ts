import type { Place } from '../../schema/declared.ts';
import type { Diagnostic } from '../../schema/diagnostic.ts';
import type { DocumentRecord, ReadMemo } from './chunk-record.ts';
import { lazyPositions } from './lazy-positions.ts';
import { readChunk } from './read-chunk.ts';
import { type ReadInput, readFile } from './read-file.ts';

/** A document as it was read, not yet held against a schema. */
export interface RawDocument {
  /** JSON. Shared by all documents with the same text: never to be changed. */
  readonly value: unknown;
  readonly file: string;
  /** Line of the document's first key. */
  readonly line: number;
  /** See `DeclaredDocument.positions`. */
  readonly positions: Readonly<Record<string, Place>>;
}

/**
 * Reads the documents of a file that are Almanac's, with the place of every value. Never throws: what cannot be
 * read is a diagnostic, and its document is left out. `passedOver` counts the documents that are not ours.
 */
export function readText(
  input: ReadInput,
  memo?: ReadMemo,
): { documents: RawDocument[]; diagnostics: Diagnostic[]; passedOver: number } {
  const { records, diagnostics, passedOver } = readFile(input, { name: 'read', make: readChunk }, memo);
  const documents = records.flatMap(({ record: { fate, document }, lineBefore }) =>
    fate === 'declared' && document ? [placed(document, input.path, lineBefore)] : [],
  );
  return { documents, diagnostics: [...diagnostics], passedOver };
}

/** Puts a document where it stands. */
export function placed(record: DocumentRecord, file: string, lineBefore: number): RawDocument {
  return {
    value: record.value,
    file,
    line: record.line + lineBefore,
    positions: lazyPositions(record, lineBefore),
  };
}
