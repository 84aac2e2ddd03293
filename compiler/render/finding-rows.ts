import type { Diagnostic } from '../../schema/diagnostic.ts';
import { alikeFindings } from './alike-findings.ts';
import { countText } from './columns.ts';
import { placeText } from './job-block.ts';
import type { Paint } from './paint.ts';
import { visible } from './visible.ts';

/** Findings that are told; of more the worst are, and the others counted. */
const findingsMost = 30;
/** Columns of a line of words. */
const width = 100;

/**
 * Renders what the rules say, the worst first: a line of severity, rule, place and whom it concerns, and below it the
 * message. Findings of one rule at one place, as those on the jobs of a policy, are told by the first of them.
 */
export function findingRows(findings: readonly Diagnostic[], paint: Paint): readonly string[] {
  const groups = alikeFindings(findings);
  const shown = groups.slice(0, findingsMost);
  const cells = shown.map(([finding]) => headOf(finding!));
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...cells.map((row) => row[column]!.length)));
  const rows = shown.flatMap(([finding, ...others], index) => {
    const head = cells[index]!.map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
    const more = others.length === 0 ? '' : `; and ${countText(others.length)} more like it`;
    const paintHead = finding!.severity === 'info' ? paint.faint : paint.remove;
    return [
      paintHead(head),
      ...wrap(visible(`${finding!.message}${more}`), width - 4).map((line) => `    ${line}`),
    ];
  });
  const left = groups.slice(findingsMost).reduce((sum, group) => sum + group.length, 0);
  return left === 0 ? rows : [...rows, `  and ${countText(left)} more`];
}

function headOf({ code, severity, span, subject = '' }: Diagnostic): readonly string[] {
  return [`${severity === 'info' ? ' ' : '!'} ${severity}`, code, placeText(span) ?? '', visible(subject)];
}

/** Breaks a text at its blanks; a word that is too long stays whole. */
function wrap(text: string, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
