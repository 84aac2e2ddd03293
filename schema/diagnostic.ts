/** How bad a remark is. `stop` is for what somebody must have looked at: it ends a command with exit code 4. */
export type Severity = 'info' | 'warning' | 'error' | 'stop';

/** A stretch of a file. Lines and columns count from 1, columns in UTF-16 code units; the end is exclusive. */
export interface Span {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/**
 * A coded, positioned remark on a declaration. A value, never thrown.
 *
 * `message` says what is wrong in one line: lower case, no full stop, the tenant's text in backticks.
 * `help` says what to do. The docs entry of `code` says why the rule exists.
 */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly help?: string;
  readonly span?: Span;
  /**
   * The declaration concerned, as `tenant/name`, where there is one; of a remark on many `tenant/*`, or, where they
   * belong to several tenants, a star for both.
   */
  readonly subject?: string;
  /** What stands at the span must not be shown: it is a secret, and logs are read by others. */
  readonly masked?: boolean;
  readonly related?: readonly { readonly message: string; readonly span: Span }[];
}
