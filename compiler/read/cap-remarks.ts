import type { Diagnostic } from '../../schema/diagnostic.ts';
import { readCodes } from './codes.ts';
import { remarksMax } from './limits.ts';

const weights = { stop: 0, error: 1, warning: 2, info: 3 } as const;

/**
 * Puts remarks on one file into the order of its lines, and keeps as many as a person will read: the worst, and of
 * equals the first. A closing remark says how many more there are,
 * `untold` being those that nobody put into words.
 */
export function capRemarks(diagnostics: readonly Diagnostic[], untold: number): Diagnostic[] {
  if (diagnostics.length <= remarksMax && untold === 0) return inOrder(diagnostics);
  const kept = inOrder(diagnostics)
    .sort((a, b) => weights[a.severity] - weights[b.severity])
    .slice(0, remarksMax);
  const [last] = inOrder(kept).slice(-1);
  const more = diagnostics.length - kept.length + untold;
  return [
    ...inOrder(kept),
    {
      code: 'too-many-remarks',
      severity: readCodes['too-many-remarks'],
      message: `${more.toLocaleString('en')} more ${more === 1 ? 'remark' : 'remarks'} on this file`,
      help: 'mend the first ones and check again',
      ...(last?.span && { span: last.span }),
    },
  ];
}

function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const line = ({ span }: Diagnostic) => span?.line ?? 0;
  const column = ({ span }: Diagnostic) => span?.column ?? 0;
  return [...diagnostics].sort((a, b) => line(a) - line(b) || column(a) - column(b));
}
