import type { Diagnostic } from '../../schema/diagnostic.ts';
import { coloursFor } from './colours.ts';
import { indexLines, type LineIndex } from './line-index.ts';
import { maskLines } from './mask-lines.ts';
import { renderWithLines } from './render-diagnostic.ts';

/**
 * Renders remarks in the order given, a blank line between them. `sourceOf` gives the text of a file, or
 * undefined where it is not at hand; it is asked once a file. What one of them masks is in no frame of any, nor
 * what `conceal` takes out of a line, which leaves it as long as it was.
 * Empty where there are none, and no line break at the end.
 */
export function renderDiagnostics(
  diagnostics: readonly Diagnostic[],
  sourceOf: (file: string) => string | undefined,
  options: { readonly colour: boolean; readonly conceal?: (line: string) => string },
): string {
  const colours = coloursFor(options.colour);
  const known = new Map<string, LineIndex | undefined>();
  const { conceal } = options;
  const concealed = (lines: LineIndex): LineIndex =>
    conceal === undefined
      ? lines
      : {
          count: lines.count,
          line(number) {
            const text = lines.line(number);
            return text === undefined ? undefined : conceal(text);
          },
        };
  const linesOf = (file: string) => {
    if (!known.has(file)) {
      const text = sourceOf(file);
      known.set(
        file,
        text === undefined ? undefined : maskLines(concealed(indexLines(text)), file, diagnostics),
      );
    }
    return known.get(file);
  };
  return diagnostics
    .map((diagnostic) =>
      renderWithLines(diagnostic, diagnostic.span && linesOf(diagnostic.span.file), colours),
    )
    .join('\n\n');
}
