import type { Diagnostic, Span } from '../../schema/diagnostic.ts';
import { capRemarks } from './cap-remarks.ts';
import type { ChunkRecord, ReadMemo } from './chunk-record.ts';
import { clip } from './clip.ts';
import { readCodes } from './codes.ts';
import { cutDocuments } from './cut-documents.ts';
import { decodeBytes } from './decode-bytes.ts';
import { documentCountMax } from './limits.ts';
import { maybeOurs } from './read-chunk.ts';
import { textDigest } from './text-digest.ts';

/** A file as it came from disk or from git. */
export interface ReadInput {
  /** As it is shown in remarks. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Whether a person gave this very path, so that nothing about it is passed over in silence. */
  readonly named: boolean;
}

export interface FileRecords {
  readonly records: readonly { readonly record: ChunkRecord; readonly lineBefore: number }[];
  /** In the order of the file, and not more than a file may have. */
  readonly diagnostics: readonly Diagnostic[];
  /** Documents that are not Almanac's. */
  readonly passedOver: number;
}

/** What is made of a document's text, with the word under which a memo keeps it. */
export interface Stage {
  readonly name: string;
  readonly make: (text: string) => ChunkRecord;
}

/**
 * Reads a file document by document. Text that cannot be Almanac's is not parsed, unless the file was named; text
 * that was met before, in this file or another, is not parsed again.
 */
export function readFile(input: ReadInput, stage: Stage, memo: ReadMemo | undefined): FileRecords {
  const { path, bytes, named } = input;
  const decoded = decodeBytes(path, bytes);
  if (decoded.kind === 'refused') {
    const told = named || decoded.ours;
    return { records: [], diagnostics: told ? [decoded.diagnostic] : [], passedOver: told ? 0 : 1 };
  }

  const { chunks, directives, tooMany } = cutDocuments(decoded.text, documentCountMax);
  const records: { record: ChunkRecord; lineBefore: number }[] = [];
  const diagnostics: Diagnostic[] = [];
  let passedOver = 0;
  let more = 0;
  for (const { text, content, lineBefore } of chunks) {
    if (content !== 'document') continue;
    const record = named || maybeOurs(text) ? recall(text, stage, memo) : undefined;
    if (!record || record.fate === 'foreign') {
      passedOver++;
      continue;
    }
    records.push({ record, lineBefore });
    more += record.more;
    for (const diagnostic of record.diagnostics) diagnostics.push(moved(diagnostic, path, lineBefore));
  }

  // What is odd about a file as a whole is told only where it is clear that it is meant for us.
  if (named || records.length > 0) {
    for (const { text, line } of directives) {
      if (!/^%YAML[ \t]+1\.2(?:[ \t]|$)/.test(text)) diagnostics.push(directive(path, text, line));
    }
    if (tooMany) diagnostics.push(tooManyDocuments(path));
    for (const { content, lineBefore } of chunks.slice(0, -1)) {
      if (content === 'empty') diagnostics.push(emptyDocument(path, lineBefore));
    }
    if (named && records.length + passedOver === 0) diagnostics.push(emptyFile(path));
  }
  return { records, diagnostics: capRemarks(diagnostics, more), passedOver };
}

function recall(text: string, { name, make }: Stage, memo: ReadMemo | undefined): ChunkRecord {
  if (!memo) return make(text);
  const key = `${name}.${textDigest(text)}`;
  const known = memo.get(key);
  if (known !== undefined) return known as ChunkRecord;
  const record = make(text);
  memo.set(key, record);
  return record;
}

/** Puts a document's remark where the document stands. */
function moved(diagnostic: Diagnostic, file: string, lineBefore: number): Diagnostic {
  const move = (span: Span): Span => ({
    ...span,
    file,
    line: span.line + lineBefore,
    endLine: span.endLine + lineBefore,
  });
  const { span, related } = diagnostic;
  return {
    ...diagnostic,
    ...(span && { span: move(span) }),
    ...(related && { related: related.map((note) => ({ ...note, span: move(note.span) })) }),
  };
}

function directive(file: string, text: string, line: number): Diagnostic {
  return {
    code: 'yaml-directive',
    severity: readCodes['yaml-directive'],
    message: `the directive \`${clip(text)}\` is not followed`,
    help: 'remove the line; Almanac reads YAML 1.2',
    span: { file, line, column: 1, endLine: line, endColumn: text.length + 1 },
  };
}

function tooManyDocuments(file: string): Diagnostic {
  return {
    code: 'file-too-large',
    severity: readCodes['file-too-large'],
    message: `the file has more than ${documentCountMax.toLocaleString('en')} documents; the rest is not read`,
    help: 'split it; a path or glob may name a whole folder',
    span: { file, line: 1, column: 1, endLine: 1, endColumn: 1 },
  };
}

function emptyDocument(file: string, lineBefore: number): Diagnostic {
  const line = Math.max(lineBefore, 1);
  return {
    code: 'document-empty',
    severity: readCodes['document-empty'],
    message: 'nothing stands between this `---` and the next',
    help: 'remove one of the two',
    span: { file, line, column: 1, endLine: line, endColumn: 4 },
  };
}

function emptyFile(file: string): Diagnostic {
  return {
    code: 'file-empty',
    severity: readCodes['file-empty'],
    message: 'the file holds no document',
    help: 'leave it out of the paths, or declare something in it',
    span: { file, line: 1, column: 1, endLine: 1, endColumn: 1 },
  };
}
