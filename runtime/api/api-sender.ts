import type { Problem } from '../../schema/problem.ts';
import { CursorError, NotFound } from '../history/index.ts';
import { ApiProblem } from './api-problem.ts';

/** There is no answer at the address, or one that no runtime gives. */
export class RuntimeUnreachable extends Error {
  override readonly name = 'RuntimeUnreachable';
}

export interface SenderOptions {
  /** How long an answer may take, in milliseconds. @default 120,000 */
  readonly timeoutMs?: number;
}

export interface Sending {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses beside 2xx whose bodies are answers and not problems. */
  readonly also?: readonly number[];
}

/** Sends one request and returns its answer, or throws what the runtime said of it. */
export type Sender = (
  method: 'GET' | 'POST',
  path: string,
  sending?: Sending,
) => Promise<{ readonly status: number; readonly body: unknown }>;

/** Makes what sends requests to the API at an address, and understands its problems. */
export function createSender(url: string, { timeoutMs = 120_000 }: SenderOptions): Sender {
  return async (method, path, { query = {}, body, headers = {}, also = [] } = {}) => {
    const address = new URL(url.replace(/\/+$/, '') + path);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) address.searchParams.set(name, String(value));
    }
    const response = await answerOf(address, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const read = await jsonOf(response, url);
    const { status } = response;
    const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') ?? false;
    if (!isProblem && (response.ok || also.includes(status))) return { status, body: read };
    if (isProblem) throw errorOf(read as Problem);
    throw new RuntimeUnreachable(`what answers at ${url} is no runtime: status ${status}`);
  };
}

async function answerOf(address: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    const { cause, message } = error as {
      readonly cause?: { readonly code?: string };
      readonly message: string;
    };
    throw new RuntimeUnreachable(`there is no answer at ${address.origin}: ${cause?.code ?? message}`);
  }
}

async function jsonOf(response: Response, url: string): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw new RuntimeUnreachable(`what answers at ${url} is no runtime: it does not speak JSON`);
  }
}

/** The same as on a ledger, where there is such an error. */
function errorOf({ code, detail, help, outcome }: Problem): Error {
  switch (code) {
    case 'unknown-tenant':
    case 'unknown-job':
    case 'unknown-revision':
    case 'no-zone':
      return new NotFound(code, detail);
    case 'invalid-cursor':
      return new CursorError(detail);
    default:
      return new ApiProblem(code, detail, {
        ...(help !== undefined && { help }),
        ...(outcome !== undefined && { outcome }),
      });
  }
}
