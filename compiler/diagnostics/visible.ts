/**
 * Characters that a terminal obeys instead of showing, and those that show as nothing or turn the writing round.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Zero-width joiner and non-joiner, which are letters of some scripts and the glue of pictures. */
const joiners = /[\u200c\u200d]/;

/**
 * Writes out characters that cannot be seen, for instance as `\u{200b}`: a tenant's text must not be able to move the
 * cursor, recolour the screen or hide what it says (CVE-2021-42574). A tab stays.
 */
export function visible(text: string): string {
  return text.replace(unseen, (character, at: number) => {
    if (character === '\t' || (joiners.test(character) && text.charCodeAt(at - 1) > 127)) return character;
    return `\\u{${character.codePointAt(0)!.toString(16)}}`;
  });
}
