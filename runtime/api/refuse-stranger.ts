import type { IncomingHttpHeaders } from 'node:http';
import { ApiProblem } from './api-problem.ts';
import { isLoopback } from './refuse-address.ts';

/**
 * Refuses what a page in a browser may send that its user does not know of: by a name that somebody has pointed at this
 * machine (DNS rebinding), or from another origin. Programs send neither.
 *
 * `hosts` are names under which the API may be asked beside this machine's own.
 *
 * @throws {ApiProblem}
 */
export function refuseStranger(headers: IncomingHttpHeaders, hosts: readonly string[]): void {
  const { host = '', origin } = headers;
  const name = hostName(host);
  if (!isLoopback(name) && !hosts.includes(name)) {
    throw new ApiProblem('host-refused', 'the API is not asked by this name');
  }
  const site = headers['sec-fetch-site'];
  const isElsewhere = origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`;
  if (isElsewhere || site === 'cross-site' || site === 'same-site') {
    throw new ApiProblem('origin-refused', 'the API answers no page of another origin');
  }
}

/** The name in a `host` header, without its port. */
function hostName(host: string): string {
  return /^(\[[^\]]*\]|[^:]*)(?::\d+)?$/.exec(host)?.[1]?.toLowerCase() ?? '';
}
