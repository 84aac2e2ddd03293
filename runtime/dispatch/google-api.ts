/** Calls a Google API that speaks JSON. */
export type CallGoogle = (
  url: string,
  options: { readonly method: 'GET' | 'POST'; readonly body?: unknown; readonly signal?: AbortSignal },
) => Promise<unknown>;

/** What an API answered, where it was no success. */
export class GoogleApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The longest time of one call. */
const callMs = 30_000;

/** Makes what calls APIs by the given identity. */
export function createCallGoogle(accessToken: () => Promise<string>): CallGoogle {
  return async (url, { method, body, signal }) => {
    const timeout = AbortSignal.timeout(callMs);
    const answer = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${await accessToken()}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      redirect: 'error',
    });
    const text = await answer.text();
    if (answer.ok) return text === '' ? {} : JSON.parse(text);
    throw new GoogleApiError(answer.status, `HTTP ${answer.status}: ${messageOf(text)}`);
  };
}

function messageOf(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: unknown } };
    if (typeof error?.message === 'string') return error.message;
  } catch {
    // No JSON: the text itself says it.
  }
  return text.trim().slice(0, 200);
}

/**
 * Makes what reads secrets from Secret Manager. A value is kept for a minute, so that a minute's fires ask once.
 */
export function createReadSecret(
  call: CallGoogle,
  baseUrl: string,
  nowMs: () => number,
): (name: string) => Promise<string> {
  const kept = new Map<string, { readonly value: Promise<string>; readonly until: number }>();
  return (name) => {
    const known = kept.get(name);
    if (known && nowMs() < known.until) return known.value;
    const value = call(`${baseUrl}/v1/${name}:access`, { method: 'GET' }).then((answer) => {
      const { payload } = answer as { payload?: { data?: string } };
      return Buffer.from(payload?.data ?? '', 'base64').toString('utf8');
    });
    value.catch(() => kept.delete(name));
    kept.set(name, { value, until: nowMs() + 60_000 });
    return value;
  };
}
