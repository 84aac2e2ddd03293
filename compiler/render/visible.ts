/** Characters that are obeyed instead of shown, that show as nothing or turn the writing round, and halves of one. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Writes out characters that cannot be seen, as `\u{200b}`, so that no text can hide or reorder what it says. */
export function visible(text: string): string {
  return text.replace(unseen, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** The same for a whole text of ours, whose line ends and colours are meant. Values in it have theirs quoted. */
export function visibleInLines(text: string): string {
  return text.replace(/[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, visible);
}
