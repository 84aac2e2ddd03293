/** Renders a table; cells are markdown already. Columns are named by their heads: `fires:` stands to the right. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = heads.map((head) => (head.endsWith(':') ? '--:' : '---'));
  return [line(heads.map((head) => head.replace(/:$/, ''))), line(rule), ...rows.map(line)].join('\n');
}
