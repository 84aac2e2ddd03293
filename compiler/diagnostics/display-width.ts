const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Scripts and forms that terminals give two columns (UAX #11, wide and full-width), and pictures. */
const wide =
  /^(?:[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\p{RI}\p{RI})/u;

/** Returns how many columns of a terminal a text takes, tabs and control characters being gone already. */
export function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) columns += wide.test(segment) ? 2 : 1;
  return columns;
}
