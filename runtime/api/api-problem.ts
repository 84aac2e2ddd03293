import type { Problem, ProblemCode } from '../../schema/problem.ts';

/** Why a request is not carried out; becomes a `Problem` in the answer. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly code: ProblemCode;
  readonly help?: string;
  readonly outcome?: string;

  constructor(
    code: ProblemCode,
    detail: string,
    more: { readonly help?: string; readonly outcome?: string } = {},
  ) {
    super(detail);
    this.code = code;
    if (more.help !== undefined) this.help = more.help;
    if (more.outcome !== undefined) this.outcome = more.outcome;
  }
}

/** Each code's HTTP status and title. */
const codes: Readonly<Record<ProblemCode, readonly [status: number, title: string]>> = {
  'invalid-request': [400, 'the request is not one that this address takes'],
  'invalid-cursor': [400, 'the cursor was not given out by this listing'],
  'principal-missing': [400, 'a change of state has to say who makes it'],
  'token-invalid': [401, 'the token is not one that a run was given'],
  'host-refused': [403, 'the host named in the request is not this one'],
  'origin-refused': [403, 'requests from pages elsewhere are refused'],
  'not-found': [404, 'there is nothing at this address'],
  'unknown-tenant': [404, 'nothing was ever in force for the tenant'],
  'unknown-job': [404, 'the tenant has no such job'],
  'unknown-revision': [404, 'the tenant has no such revision'],
  'no-zone': [400, 'the job has no zone, so that a wall time is no instant'],
  'cancel-asked': [409, 'the run was asked to stop'],
  'claimed-by-another': [409, 'another process has started this run'],
  'run-over': [410, 'the run is over, whatever is still at work for it'],
  refused: [422, 'the order was refused'],
  'too-large': [413, 'the request is larger than this address takes'],
  'unsupported-media-type': [415, 'bodies are JSON'],
  unanswered: [503, 'no worker has taken the order in yet'],
  unavailable: [503, 'the ledger cannot be reached'],
  internal: [500, 'a bug in almanac'],
};

const docs = 'https://almanac.dev/docs/api-problems#';

/** Returns what is answered for a problem. */
export function problemOf(
  code: ProblemCode,
  detail: string,
  more: Pick<Problem, 'help' | 'outcome'> = {},
): Problem {
  const [status, title] = codes[code];
  return { type: `${docs}${code}`, title, status, code, detail, ...more };
}
