/** What the API answers where it can't do what was asked: RFC 9457, `application/problem+json`. */
export interface Problem {
  /** A link to what the code means. */
  readonly type: string;
  /** The code in words; the same for every problem of the code. */
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  readonly code: ProblemCode;
  /** What is wrong this time, one sentence for a person. */
  readonly detail: string;
  /** What to do about it. */
  readonly help?: string;
  /** Of a run that is over: how it ended. */
  readonly outcome?: string;
}

/** Closed; a code never changes its meaning. */
export type ProblemCode =
  | 'invalid-request'
  | 'invalid-cursor'
  | 'principal-missing'
  | 'token-invalid'
  | 'host-refused'
  | 'origin-refused'
  | 'not-found'
  | 'unknown-tenant'
  | 'unknown-job'
  | 'unknown-revision'
  | 'no-zone'
  | 'cancel-asked'
  | 'claimed-by-another'
  | 'run-over'
  | 'refused'
  | 'too-large'
  | 'unsupported-media-type'
  | 'unanswered'
  | 'unavailable'
  | 'internal';
