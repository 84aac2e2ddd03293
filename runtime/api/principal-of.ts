import type { IncomingHttpHeaders } from 'node:http';
import { ApiProblem } from './api-problem.ts';
import type { Route } from './route.ts';

/** In which a change of state says who makes it. */
export const principalHeader = 'x-almanac-principal';

/** Printable ASCII, as a header can carry it. */
const principalPattern = /^[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?$/;

/**
 * Returns who makes a change, as the header or the body says; '' for a request that makes none.
 *
 * @throws {ApiProblem} where nobody is named, or header and body name two.
 */
export function principalOf(route: Route, headers: IncomingHttpHeaders, body: unknown): string {
  if (route.principal === undefined) return '';
  const header = headers[principalHeader];
  const named = route.principal === 'body' ? (body as { principal?: unknown }).principal : undefined;
  const principal = named ?? header;
  if (typeof principal !== 'string' || principal === '') {
    throw new ApiProblem('principal-missing', 'nobody is named who makes this change', {
      help: `send \`${principalHeader}: you@example.org\``,
    });
  }
  if (!principalPattern.test(principal)) {
    throw new ApiProblem('invalid-request', 'the principal is not a name of at most 200 characters');
  }
  if (header !== undefined && header !== principal) {
    throw new ApiProblem('invalid-request', 'header and body name two principals');
  }
  return principal;
}
