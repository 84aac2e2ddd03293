/**
 * Whether a text matches a pattern in which `*` stands for any letters but `/`. Goes over the text once and
 * back only to the last `*`, so that no pattern takes long.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  let [at, seen] = [0, 0];
  let star = -1;
  let resume = 0;
  while (seen < text.length) {
    if (pattern[at] === '*') {
      star = at++;
      resume = seen;
    } else if (pattern[at] === text[seen]) {
      at++;
      seen++;
    } else if (star >= 0 && text[resume] !== '/') {
      at = star + 1;
      seen = ++resume;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}
