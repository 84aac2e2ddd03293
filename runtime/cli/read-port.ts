import { CallError, type OptionSpec } from '../../compiler/cli/index.ts';

/** Reads a port; 0 is any that is free. */
export function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port < 65_536) return port;
  throw new CallError(`\`${text}\` is not a port`, 'write a number from 0 to 65535');
}

export const healthPortOption: OptionSpec = {
  flags: '--health-port <port>',
  about:
    'answer /healthz and /readyz there, to everybody (default: PORT, as Cloud Run sets it; else nowhere)',
  read: readPort,
};
