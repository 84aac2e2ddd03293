/**
 * Says that a call cannot be carried out as it was made, or that the world outside refused: a path that is
 * not there, a ref that git does not know, an option without its partner. Not about what a declaration
 * says (that is a `Diagnostic`) and not about a bug of ours. Ends a command with exit code 1.
 *
 * `message` is one line, lower case, no full stop, the user's text in backticks; `help` says what to do.
 */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly help?: string;

  constructor(message: string, help?: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    if (help !== undefined) this.help = help;
  }
}
