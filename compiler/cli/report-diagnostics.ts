import type { Diagnostic } from '../../schema/diagnostic.ts';
import { renderDiagnostics } from '../diagnostics/index.ts';
import { starSecrets } from '../rules/index.ts';
import { count } from '../words/index.ts';
import type { Call } from './call.ts';
import { worseFirst } from './exit-code.ts';
import type { Output } from './io.ts';
import { hasColour } from './paint-for.ts';

/** Returns the text of a file that a remark points into. */
export type SourceOf = (file: string) => string | undefined;

/** Nobody reads more in one go. */
const shownMost = 100;

/**
 * Prints remarks with frames of the code, a blank line after them. Nothing of none. Of very many, the worst are
 * shown and the others counted.
 */
export function reportDiagnostics(
  call: Call,
  diagnostics: readonly Diagnostic[],
  sourceOf: SourceOf,
  { output = call.io.stderr, most = shownMost }: { readonly output?: Output; readonly most?: number } = {},
): void {
  if (diagnostics.length === 0) return;
  const worst = new Set(worseFirst(diagnostics).slice(0, most));
  const shown = diagnostics.filter((diagnostic) => worst.has(diagnostic));
  // A declaration that does not compile was not searched for credentials, and a log keeps what it is shown.
  const text = renderDiagnostics(shown, sourceOf, {
    colour: hasColour(call, output),
    conceal: starSecrets,
  });
  const left = diagnostics.length - shown.length;
  const more =
    left === 0 ? '' : `... and ${count(left, 'more remark')}; \`almanac check --json\` lists all\n\n`;
  output.write(`${text}\n\n${more}`);
}
