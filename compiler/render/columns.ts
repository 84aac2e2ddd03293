/** Returns `left`, and `right` from a column on; on a line of its own where `left` is too long. */
export function withPlace(left: string, right: string | undefined, column = 66): string {
  if (!right) return left;
  return left.length + 2 > column ? `${left}  ${right}` : left.padEnd(column) + right;
}

/** Pads the cells of some rows so that each column but the last lines up; the columns in `right` to the right. */
export function alignRows(
  rows: readonly (readonly string[])[],
  right: ReadonlySet<number>,
): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, index) => {
      if (index < row.length - 1) widths[index] = Math.max(widths[index] ?? 0, cell.length);
    });
  }
  return rows.map((row) =>
    row
      .map((cell, index) => {
        if (index === row.length - 1) return ` ${cell}`;
        const width = widths[index]!;
        return right.has(index) ? ` ${cell.padStart(width)} ` : ` ${cell.padEnd(width)}`;
      })
      .join(' ')
      .trimEnd(),
  );
}

/** Returns a count with thousands set off: `32,352`. */
export function countText(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Returns a count with its noun: `1 fire`, `32,352 fires`. */
export function plural(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}
