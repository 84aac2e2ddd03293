import type { Place } from '../../schema/declared.ts';

/** Turns offsets of a text into lines and columns, both counted from 1. */
export interface Placer {
  readonly place: (start: number, end: number) => Place;
  /** The text of a place. */
  readonly text: (place: Place) => string;
  /** Overwrites four numbers of a list with a place. */
  readonly put: (into: number[], index: number, start: number, end: number) => void;
}

/** Finds the lines of a text once. Offsets near the last one asked for, as nearly all are, are found in one step. */
export function createPlacer(text: string): Placer {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  let at = 0;
  const holds = (line: number, offset: number) =>
    line < starts.length &&
    offset >= starts[line]! &&
    (line + 1 === starts.length || offset < starts[line + 1]!);
  const seek = (offset: number) => {
    if (holds(at, offset)) return;
    if (holds(at + 1, offset)) {
      at++;
      return;
    }
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    at = low;
  };
  const put = (into: number[], index: number, start: number, end: number) => {
    seek(start);
    into[index] = at + 1;
    into[index + 1] = start - starts[at]! + 1;
    seek(end);
    into[index + 2] = at + 1;
    into[index + 3] = end - starts[at]! + 1;
  };
  return {
    put,
    text: ([line, column, endLine, endColumn]) =>
      text.slice((starts[line - 1] ?? 0) + column - 1, (starts[endLine - 1] ?? 0) + endColumn - 1),
    place(start, end) {
      const numbers: number[] = [];
      put(numbers, 0, start, end);
      return numbers as unknown as Place;
    },
  };
}
