import type { DeclaredDocument, Kind } from '../../schema/declared.ts';
import type { Diagnostic } from '../../schema/diagnostic.ts';
import { checkDeclaration, identify } from '../validate/index.ts';
import type { ChunkRecord, ReadMemo } from './chunk-record.ts';
import { lazyPositions } from './lazy-positions.ts';
import { createPlacer } from './placer.ts';
import { positionsOf } from './positions-of.ts';
import { readChunk } from './read-chunk.ts';
import { type ReadInput, readFile } from './read-file.ts';

/** A document that is Almanac's and has an error, as far as it says who it is. */
export interface RefusedDocument {
  readonly kind?: Kind;
  readonly tenant?: string;
  readonly name?: string;
  readonly file: string;
  readonly line: number;
}

/**
 * Reads the declarations of a file and holds each against the schema of its kind. Never throws on any text.
 *
 * A document with an error is not among `documents` but among `refused`, so that what refers to it need not be called
 * mistaken too. `passedOver` counts the documents that are not Almanac's.
 */
export function checkText(
  input: ReadInput,
  memo?: ReadMemo,
): {
  documents: DeclaredDocument[];
  diagnostics: Diagnostic[];
  passedOver: number;
  refused: RefusedDocument[];
} {
  const { records, diagnostics, passedOver } = readFile(input, { name: 'check', make: checkChunk }, memo);
  const documents: DeclaredDocument[] = [];
  const refused: RefusedDocument[] = [];
  for (const { record, lineBefore } of records) {
    const { kind, tenant, name } = record.identity ?? {};
    if (record.fate === 'declared' && record.document && kind && tenant !== undefined && name !== undefined) {
      documents.push({
        kind,
        tenant,
        name,
        value: record.document.value,
        file: input.path,
        line: record.document.line + lineBefore,
        positions: lazyPositions(record.document, lineBefore),
      });
    } else {
      refused.push({
        ...(kind && { kind }),
        ...(tenant !== undefined && { tenant }),
        ...(name !== undefined && { name }),
        file: input.path,
        line: (record.document?.line ?? record.diagnostics[0]?.span?.line ?? 1) + lineBefore,
      });
    }
  }
  return { documents, diagnostics: [...diagnostics], passedOver, refused };
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads the text of one document and holds it against its schema. */
function checkChunk(text: string): ChunkRecord {
  const record = readChunk(text);
  if (!record.document) return record;
  const { value, places, partial } = record.document;
  if (partial) return { ...record, identity: identify(value as Fields) };
  const lines = once(() => createPlacer(text));
  const positions = once(() => positionsOf(value, places, 0));
  const { identity, diagnostics, more } = checkDeclaration(value as Fields, {
    span(pointer) {
      const [line, column, endLine, endColumn] = positions()[pointer] ?? positions()['']!;
      return { file: '', line, column, endLine, endColumn };
    },
    text(pointer) {
      const place = positions()[pointer];
      return place ? lines().text(place) : '';
    },
  });
  return {
    fate: record.fate === 'declared' && diagnostics.length === 0 ? 'declared' : 'refused',
    document: record.document,
    identity,
    diagnostics: diagnostics.length > 0 ? merged(record.diagnostics, diagnostics) : record.diagnostics,
    more: record.more + more,
  };
}

/**
 * Joins the remarks of reading and of the schema, one for each value: that it is read otherwise elsewhere says nothing
 * where it is wrong here in any case, and what could not be read cannot be judged.
 */
function merged(read: readonly Diagnostic[], checked: readonly Diagnostic[]): Diagnostic[] {
  const placesOf = (diagnostics: readonly Diagnostic[]) =>
    new Set(diagnostics.map(({ span }) => `${span?.line}:${span?.column}`));
  const isAt = (places: ReadonlySet<string>, { span }: Diagnostic) =>
    places.has(`${span?.line}:${span?.column}`);
  const wrong = placesOf(checked);
  const unreadable = placesOf(read.filter(({ severity }) => severity === 'error'));
  return [
    ...read.filter((diagnostic) => diagnostic.code !== 'yaml-ambiguous' || !isAt(wrong, diagnostic)),
    ...checked.filter((diagnostic) => !isAt(unreadable, diagnostic)),
  ];
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
