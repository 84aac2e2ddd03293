/** The world as a command sees it. `process` is one; tests give their own. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: NodeJS.ProcessEnv;
  cwd(): string;
  /** Tells of a Ctrl-C. */
  once?(signal: 'SIGINT', listener: () => void): unknown;
  exit?(code: number): never;
}

export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  on?(event: 'error', listener: (error: Error) => void): unknown;
}
