/** Shortens a tenant's text for a message, which is one line: breaks become spaces, and what is too long ends in `…`. */
export function clip(text: string, lengthMax = 60): string {
  const line = text.slice(0, lengthMax * 4).replace(/\s+/g, ' ');
  if (line.length <= lengthMax) return line;
  // Not between the halves of a surrogate pair.
  return `${line.slice(0, lengthMax - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
