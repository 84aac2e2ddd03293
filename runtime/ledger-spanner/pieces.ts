/** Cuts a text into pieces of at most so many characters, and never between the two halves of one character. */
export function pieces(text: string, most: number): readonly string[] {
  const found: string[] = [];
  for (let from = 0; from < text.length; ) {
    let until = Math.min(text.length, from + most);
    const last = text.charCodeAt(until - 1);
    if (until < text.length && last >= 0xd800 && last < 0xdc00) until--;
    found.push(text.slice(from, until));
    from = until;
  }
  return found;
}
