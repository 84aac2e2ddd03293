/** The world as a command sees it. `process` is one; tests give their own. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: NodeJS.ProcessEnv;
  cwd(): string;
  /** Tells of a Ctrl-C, of an order to stop, of an order to read again. */
  on?(signal: Signal, listener: () => void): unknown;
  off?(signal: Signal, listener: () => void): unknown;
  exit?(code: number): never;
}

export type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  on?(event: 'error', listener: (error: Error) => void): unknown;
}
