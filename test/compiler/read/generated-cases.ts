/** Texts that get a code by their size, too large to keep. */
export const generatedCases: Readonly<Record<string, () => Uint8Array>> = {
  'file-too-large': () => utf8(`apiVersion: almanac/v1\n${'# padding\n'.repeat(1_700_000)}`),
  'document-too-large': () => utf8(calendar(60_000, (index) => `2027-${index}`)),
  'too-many-remarks': () => utf8(calendar(1_200, (index) => `2027-13-${index}`)),
};

function calendar(count: number, date: (index: number) => string): string {
  const dates = Array.from({ length: count }, (_, index) => `    - ${date(index)}\n`).join('');
  return `apiVersion: almanac/v1\nkind: Calendar\nmetadata: { tenant: benefits, name: holidays }\nspec:\n  dates:\n${dates}`;
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
