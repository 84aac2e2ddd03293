// cspell:ignore AKIA pousr glpat bglpat xox bxox abeprs changeme
/*
 * What looks like a credential. Better to ask once too often than to print a password in a plan; but a word
 * such as `token` alone, or a reference, is none.
 */

/** Shapes that issuers give their credentials so that they can be found. */
const shapes: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['a private key', /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/],
  ['a bearer token', /^(?:bearer|token)\s+[^\s${<][^\s]{7,}$/i],
  ['a user name and password', /^basic\s+[A-Za-z0-9+/=_-]{6,}$/i],
  ['a JSON web token', /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{4,}/],
  ['an access key of AWS', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['an API key of Google', /\bAIza[\w-]{35}\b/],
  ['an access token of Google', /\bya29\.[\w-]{20,}/],
  ['a token of GitHub', /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{22,})/],
  ['a token of GitLab', /\bglpat-[\w-]{20,}/],
  ['a token of Slack', /\bxox[abeprs]-[\w-]{10,}/],
  ['a key of Stripe', /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a user name and password in a URL', /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]+:[^\s/@]+@/i],
];

/** The same shapes where the text around them is not known, and a value has not been cut out of it. */
const anywhere: readonly RegExp[] = [
  ...shapes
    .map(([, { source, flags }]) => (source.startsWith('^') ? undefined : new RegExp(source, `${flags}g`)))
    .filter((pattern) => pattern !== undefined),
  /(?<=\b(?:bearer|token)[ \t]+)[^\s${<"'`,:][^\s"'`,]{15,}/gi,
  // A line of the body of a key.
  /^\s*[A-Za-z0-9+/]{60,76}={0,2}\s*$/g,
  /(?<=\bbasic[ \t]+)[A-Za-z0-9+/_-]{12,}={0,2}/gi,
];

const secretName =
  /(?:^|[-_.\s])(?:password|passwd|passphrase|pwd|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|client[-_]?secret|credentials?|authorization|cookie|signature|sig)$/i;

/** Values that name or switch something, and give nothing away. */
const harmless =
  /^(?:true|false|yes|no|on|off|none|null|disabled|enabled|optional|required|changeme|\d{1,5}|\*+|x+|\.{3}|<.*>|\$.*|\{.*\}|projects\/.*|gs:\/\/.*|file:.*|vault:.*|\/.*)$/i;

/** Says what kind of credential a text looks like, for instance `a bearer token`; undefined for none. */
export function secretShape(text: string): string | undefined {
  return shapes.find(([, pattern]) => pattern.test(text))?.[0];
}

/**
 * Stars out, in a line of any text, what has the shape of a credential: for frames around declarations that are
 * too wrong for the rule to have looked at them. As long as before, so that columns and carets still fit.
 */
export function starSecrets(line: string): string {
  // In pieces, so that a line without end costs no more than its length.
  return line.replace(/.{1,4000}/gsu, (piece) =>
    anywhere.reduce((left, pattern) => left.replace(pattern, (found) => found.replace(/\S/g, '*')), piece),
  );
}

/** Whether a name says that its value is a credential, and the value could be one. */
export function isNamedSecret(name: string, value: string): boolean {
  // `apiKey` is read as `api-Key`, so that the words of a name stand apart.
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1-$2');
  return secretName.test(words) && value.length >= 4 && !harmless.test(value.trim());
}
