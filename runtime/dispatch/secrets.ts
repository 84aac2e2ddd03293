/** Reads a secret by its full name, `projects/P/secrets/S/versions/V`. Throws where it can't be read. */
export type ReadSecret = (name: string) => Promise<string>;

/** Text, or a reference to a secret, as declared. */
export type TextOrSecret = string | { readonly secret: string };

/** A secret or a token that could not be had. Its message says which, and never holds a value. */
export class CredentialsUnread extends Error {}

/**
 * Returns values by name, with secrets in the place of references to them.
 *
 * @throws {CredentialsUnread}
 */
export async function fillSecrets(
  values: Readonly<Record<string, TextOrSecret>>,
  readSecret: ReadSecret,
): Promise<Record<string, string>> {
  const filled = Object.entries(values).map(async ([name, value]) => {
    if (typeof value === 'string') return [name, value] as const;
    try {
      return [name, await readSecret(value.secret)] as const;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new CredentialsUnread(`the secret ${value.secret} could not be read: ${why}`);
    }
  });
  return Object.fromEntries(await Promise.all(filled));
}
