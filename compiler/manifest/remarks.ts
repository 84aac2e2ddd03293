import { type DeclaredDocument, spanAt } from '../../schema/declared.ts';
import type { Diagnostic, Span } from '../../schema/diagnostic.ts';
import { type ManifestCode, manifestCodes } from './codes.ts';

/** Where and in which words something is wrong with a document. */
interface Remark {
  /** JSON pointer to the value; `#key` behind it means its key. */
  readonly pointer: string;
  /** The document that `pointer` leads into. @default the one remarked on */
  readonly standsIn?: DeclaredDocument;
  readonly message: string;
  readonly help?: string;
  /** The stretch of the text at `pointer` that is meant: offsets, the end exclusive. */
  readonly stretch?: { readonly text: string; readonly start: number; readonly end: number };
  readonly related?: readonly { readonly message: string; readonly span: Span }[];
}

/** Collects the remarks on one document. */
export interface Remarks {
  readonly document: DeclaredDocument;
  readonly add: (code: ManifestCode, remark: Remark) => void;
  /** Whether an error is among them, so that the document has no meaning. */
  readonly hasError: () => boolean;
  /** Whether there is any, of whatever severity. */
  readonly hasAny: () => boolean;
}

/** Returns a collector for one document's remarks that puts them into `diagnostics`. */
export function remarksOn(document: DeclaredDocument, diagnostics: Diagnostic[]): Remarks {
  let errorCount = 0;
  let count = 0;
  return {
    document,
    hasError: () => errorCount > 0,
    hasAny: () => count > 0,
    add(code, { pointer, standsIn = document, message, help, stretch, related }) {
      const severity = manifestCodes[code];
      count++;
      if (severity === 'error') errorCount++;
      const whole = spanAt(standsIn, pointer);
      diagnostics.push({
        code,
        severity,
        message,
        ...(help && { help }),
        span: stretch ? spanWithin(whole, stretch) : whole,
        subject: subjectOf(document),
        ...(related && { related }),
      });
    },
  };
}

/** Names a declaration as people do: `tenant/name`, a Tenant by its name alone. */
function subjectOf(document: Pick<DeclaredDocument, 'kind' | 'tenant' | 'name'>): string {
  return document.kind === 'Tenant' ? document.name : `${document.tenant}/${document.name}`;
}

/** Escapes a key for a JSON pointer (RFC 6901). */
export function pointerKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/**
 * Narrows a scalar's span to a stretch of its text. That is possible where the scalar stands on one line as
 * it is or in quotes without escapes, which its length tells; otherwise the whole scalar is meant.
 */
function spanWithin(whole: Span, { text, start, end }: NonNullable<Remark['stretch']>): Span {
  const quotes = whole.endColumn - whole.column - text.length;
  if (whole.line !== whole.endLine || (quotes !== 0 && quotes !== 2)) return whole;
  const first = whole.column + quotes / 2;
  return { ...whole, column: first + start, endColumn: first + end };
}
