import { isIP } from 'node:net';

/**
 * Says why the API does not listen at an address; undefined where it does. Whoever can reach it may change what runs,
 * so until access control is there only this machine may.
 */
export function refuseAddress(host: string): string | undefined {
  if (isLoopback(host)) return undefined;
  return `\`${host}\` can be reached from other machines, and the API does not know yet who may do what; it listens on 127.0.0.1 or ::1 only`;
}

/** Whether a host is this machine, whatever a name server says. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (bare === 'localhost' || bare === '::1') return true;
  return isIP(bare) === 4 && bare.startsWith('127.');
}
