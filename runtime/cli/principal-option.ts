import { userInfo } from 'node:os';
import { type Call, CallError, type OptionSpec } from '../../compiler/cli/index.ts';

export const principalOption: OptionSpec = {
  flags: '--principal <name>',
  about:
    'who does this, as it is recorded (default: ALMANAC_PRINCIPAL, else user: and the name of the account)',
  read: readPrincipal,
};

/** Returns who makes a call, for the record. */
export function principalOf({ options, io }: Call): string {
  const named = options['principal'] as string | undefined;
  if (named !== undefined) return named;
  const { ALMANAC_PRINCIPAL: told } = io.env;
  return told ? readPrincipal(told) : `user:${accountName(io.env)}`;
}

/** An account without a name, as in some containers, has a number. */
function accountName(env: NodeJS.ProcessEnv): string {
  try {
    return userInfo().username;
  } catch {
    return env['USER'] ?? String(process.getuid?.() ?? 'unknown');
  }
}

function readPrincipal(text: string): string {
  if (/^[\x21-\x7e][\x20-\x7e]{0,198}[\x21-\x7e]$/.test(text)) return text;
  throw new CallError(
    `\`${text}\` is no name of a principal`,
    'write for instance `user:ada@example.gov` or `ci:deploy`',
  );
}
