import type { Diagnostic } from '../../schema/diagnostic.ts';
import { capRemarks } from './cap-remarks.ts';
import { decodeBytes } from './decode-bytes.ts';
import { readAny } from './read-chunk.ts';
import type { RawDocument } from './read-text.ts';
import { placed } from './read-text.ts';

/**
 * Reads a file of one YAML document that declares nothing, such as a configuration, by the same rules: with the place
 * of every value, pitfalls as diagnostics, and bounded. An empty file has the value null. Undefined where it cannot
 * be read.
 */
export function readYaml(
  path: string,
  bytes: Uint8Array,
): { document: RawDocument | undefined; diagnostics: Diagnostic[] } {
  const decoded = decodeBytes(path, bytes);
  if (decoded.kind === 'refused') return { document: undefined, diagnostics: [decoded.diagnostic] };
  const { document, diagnostics } = readAny(decoded.text);
  const broken = diagnostics.some(({ severity }) => severity === 'error');
  return {
    document: document && !broken ? placed(document, path, 0) : undefined,
    diagnostics: capRemarks(
      diagnostics.map((diagnostic) => ({
        ...diagnostic,
        ...(diagnostic.span && { span: { ...diagnostic.span, file: path } }),
        ...(diagnostic.related && {
          related: diagnostic.related.map((note) => ({ ...note, span: { ...note.span, file: path } })),
        }),
      })),
      0,
    ),
  };
}
