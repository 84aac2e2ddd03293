import type { Problem } from '../../schema/problem.ts';
import { CursorError, NotFound } from '../history/index.ts';
import { ApiProblem, problemOf } from './api-problem.ts';

/** What the HTTP server says of a request that it did not hand on. */
interface ServerError {
  readonly statusCode?: number;
  readonly validation?: readonly { readonly params?: Readonly<Record<string, unknown>> }[];
}

/** Returns what is answered where a request failed. What nobody expected is not told to who asked. */
export function problemFor(error: unknown): Problem {
  if (error instanceof ApiProblem) {
    const { code, message, help, outcome } = error;
    return problemOf(code, message, {
      ...(help !== undefined && { help }),
      ...(outcome !== undefined && { outcome }),
    });
  }
  if (error instanceof NotFound) return problemOf(error.code, error.message);
  if (error instanceof CursorError) return problemOf('invalid-cursor', error.message);
  const { statusCode, validation } = error as ServerError;
  if (validation) return problemOf('invalid-request', faultText(error as Error, validation));
  if (statusCode === 413) return problemOf('too-large', 'the body is larger than this address takes');
  if (statusCode === 415) return problemOf('unsupported-media-type', 'send `content-type: application/json`');
  if (statusCode !== undefined && statusCode < 500)
    return problemOf('invalid-request', (error as Error).message);
  return problemOf('internal', 'something went wrong that should not have; the log of the runtime says what');
}

/** The server's own words name where the fault is; of a name that should not be there they leave out the name. */
function faultText({ message }: Error, [fault]: NonNullable<ServerError['validation']>): string {
  const extra = fault?.params?.['additionalProperty'];
  const words = message.replace(/^querystring/, 'query');
  return typeof extra === 'string'
    ? `${words.replace(/ must NOT .*/, '')}: \`${extra.slice(0, 100)}\` is not known here`
    : words;
}
