import type { Diagnostic, Span } from '../../schema/diagnostic.ts';
import { type ReadCode, readCodes } from './codes.ts';
import type { Placer } from './placer.ts';

/** A remark on a stretch of a text, in offsets; becomes a `Diagnostic` once it is known where the text stands. */
export interface Finding {
  readonly code: ReadCode;
  readonly message: string;
  readonly help?: string;
  readonly start: number;
  readonly end: number;
  readonly related?: { readonly message: string; readonly start: number; readonly end: number };
}

/** Places findings. Their file is still nameless, their lines are those of the text. */
export function placeFinding(finding: Finding, placer: Placer): Diagnostic {
  const { code, message, help, start, end, related } = finding;
  const span = (from: number, to: number): Span => {
    const [line, column, endLine, endColumn] = placer.place(from, to);
    return { file: '', line, column, endLine, endColumn };
  };
  return {
    code,
    severity: readCodes[code],
    message,
    ...(help && { help }),
    span: span(start, end),
    ...(related && { related: [{ message: related.message, span: span(related.start, related.end) }] }),
  };
}
