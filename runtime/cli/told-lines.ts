import type { Paint } from '../../compiler/cli/index.ts';
import { visible, wrapText } from '../../compiler/index.ts';

/** One fire or the like: a sign, cells that stand under one another, and what is told below it. */
export interface ToldLine {
  readonly sign: Sign;
  readonly cells: readonly string[];
  readonly detail?: string;
}

export type Sign = '+' | '!' | '-' | '>' | '~' | '.' | '?' | ' ';

const legend: Readonly<Record<Exclude<Sign, ' '>, string>> = {
  '+': 'ran',
  '!': 'ran without success',
  '-': 'did not run',
  '>': 'running',
  '~': 'waits',
  '.': 'no fire by its schedule',
  '?': 'not decided, the platform is behind',
};

const width = 100;
const indent = 6;

/** Renders lines under a head, each column as wide as its widest cell, details below, wrapped. */
export function toldLines(
  head: readonly string[],
  lines: readonly ToldLine[],
  paint: Paint,
): readonly string[] {
  const shown = lines.map((line) => ({ ...line, cells: line.cells.map(visible) }));
  const widths = head.map((title, column) =>
    Math.max(title.length, ...shown.map(({ cells }) => cells[column]?.length ?? 0)),
  );
  const row = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
  return [
    paint.faint(`  ${row(head)}`),
    ...shown.flatMap(({ sign, cells, detail }) => [
      painted(paint, sign, `${sign} ${row(cells)}`),
      ...(detail === undefined
        ? []
        : wrapText(visible(detail), width - indent).map((text) =>
            paint.faint(`${' '.repeat(indent)}${text}`),
          )),
    ]),
  ];
}

/** Says what the signs of some lines mean. */
export function legendOf(lines: readonly ToldLine[]): string {
  const used = Object.entries(legend).filter(([sign]) => lines.some((line) => line.sign === sign));
  return used.map(([sign, words]) => `${sign} ${words}`).join('   ');
}

function painted(paint: Paint, sign: Sign, text: string): string {
  if (sign === '+') return paint.add(text);
  if (sign === '-' || sign === '!' || sign === '?') return paint.remove(text);
  return sign === '~' || sign === '>' ? paint.change(text) : text;
}

/** Says how the next page is asked for: on a line of its own, whole, so that it can be copied at one go. */
export function nextPageLines(next: string | undefined): readonly string[] {
  return next === undefined ? [] : ['There is more, with', `--cursor ${next}`];
}
