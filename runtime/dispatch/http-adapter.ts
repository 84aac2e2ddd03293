import type { Instant } from '../../schema/time.ts';
import { createTail } from '../report/index.ts';
import type { Delivery } from '../shard/index.ts';
import { AddressRefused } from './address-guard.ts';
import type { DeliveryContext, DeliveryResult, TargetAdapter } from './dispatcher.ts';
import type { HttpAnswer, SendRequest } from './guarded-agent.ts';
import { judgeAnswer } from './judge-answer.ts';
import { runEvent, runKey } from './run-event.ts';
import { CredentialsUnread, fillSecrets, type ReadSecret, type TextOrSecret } from './secrets.ts';

/** The declared target, as in the manifest: complete, in seconds. */
interface HttpTarget {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, TextOrSecret>>;
  readonly body?: string | Readonly<Record<string, unknown>>;
  readonly completion?: 'response' | 'report';
  readonly auth?: { readonly oidc: OidcAuth };
}

export interface OidcAuth {
  readonly audience: string;
  readonly serviceAccount?: string;
}

export interface HttpAdapterParts {
  readonly send: SendRequest;
  readonly close: () => Promise<void>;
  readonly readSecret: ReadSecret;
  /** Returns an OIDC ID token. */
  readonly idToken: (auth: OidcAuth) => Promise<string>;
  readonly now: () => Instant;
}

/** How much of an answer's end is kept, and how much of an answer is read. */
const tailMost = 4_096;
const bodyMost = 1_048_576;
const redirectsMost = 3;

/** What belongs to the connection, and to nobody who declares a request. */
const connectionHeaders =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|host|content-length)$/;

/**
 * Sends runs as HTTP requests: CloudEvents 1.0 in the binary mode (`ce-*` headers, the declared body as data, else the
 * run's own data as JSON).
 */
export function createHttpAdapter(parts: HttpAdapterParts): TargetAdapter {
  return { deliver: (delivery, context) => deliver(parts, delivery, context), close: parts.close };
}

async function deliver(
  parts: HttpAdapterParts,
  delivery: Delivery,
  context: DeliveryContext,
): Promise<DeliveryResult> {
  const target = delivery.target.declared as unknown as HttpTarget;
  const { method = 'POST', completion = 'response' } = target;
  const { signal } = context;
  let url = new URL(target.url);
  try {
    const { headers, body } = await makeRequest(parts, delivery, context, target, method);
    for (let redirects = 0; ; redirects++) {
      const answer = await parts.send(url, { method, headers, body, signal });
      const { status } = answer;
      const location = answer.header('location');
      const isRedirect = status >= 300 && status < 400 && status !== 304 && location !== undefined;
      const tail = isRedirect ? '' : await readTail(answer);
      if (!isRedirect) {
        return judgeAnswer(
          { status, tail, retryAfter: answer.header('retry-after') },
          completion,
          parts.now(),
        );
      }
      // Closes its connection, which is simpler than to trust its body.
      for await (const _ of answer.body) break;
      const next = follow(url, status, location);
      if (typeof next === 'string') return refuse(next, status);
      if (redirects === redirectsMost) return refuse(`more than ${redirectsMost} redirects`, status);
      url = next;
    }
  } catch (error) {
    return judgeError(error, url, context);
  }
}

async function makeRequest(
  parts: HttpAdapterParts,
  delivery: Delivery,
  context: DeliveryContext,
  target: HttpTarget,
  method: string,
): Promise<{ readonly headers: Record<string, string>; readonly body: string | undefined }> {
  const declared = target.headers ? await fillSecrets(target.headers, parts.readSecret) : {};
  const headers: Record<string, string> = { 'user-agent': 'almanac' };
  const { attributes, data } = runEvent(delivery, context);
  const hasBody = method !== 'GET';
  if (hasBody) {
    headers['content-type'] =
      typeof target.body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
  }
  for (const [name, value] of Object.entries(declared)) {
    const lower = name.toLowerCase();
    if (connectionHeaders.test(lower))
      throw new HeaderRefused(`the header ${name} belongs to the connection`);
    // Its value may be a secret, and is not shown.
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw new HeaderRefused(`the value of the header ${name} has a character that no header has`);
    }
    headers[lower] = value;
  }
  for (const [name, value] of Object.entries(attributes)) headers[`ce-${name}`] = value;
  headers['idempotency-key'] = runKey(delivery);
  if (attributes['traceparent'] !== undefined) headers['traceparent'] = attributes['traceparent'];
  if (target.auth) headers['authorization'] = `Bearer ${await idToken(parts, target.auth.oidc)}`;
  const own = target.body ?? data;
  return { headers, body: hasBody ? (typeof own === 'string' ? own : JSON.stringify(own)) : undefined };
}

class HeaderRefused extends Error {}

async function idToken(parts: HttpAdapterParts, auth: OidcAuth): Promise<string> {
  try {
    return await parts.idToken(auth);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CredentialsUnread(`no ID token for the audience ${auth.audience}: ${why}`);
  }
}

async function readTail(answer: HttpAnswer): Promise<string> {
  const tail = createTail(tailMost);
  let size = 0;
  for await (const piece of answer.body) {
    tail.add(piece);
    size += piece.length;
    if (size > bodyMost) break;
  }
  return tail.text();
}

/**
 * Returns where a redirect leads, or why it is not followed. Only 307 and 308, which keep method and body, and only to
 * the same host: the request holds tokens and secrets that are meant for that one.
 */
function follow(from: URL, status: number, location: string): URL | string {
  if (!URL.canParse(location, from.href)) return 'a redirect to what is no address';
  const to = new URL(location, from);
  if (status !== 307 && status !== 308) return `a redirect to ${to.origin}; only 307 and 308 are followed`;
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:';
  const isSame = to.hostname === from.hostname && (to.origin === from.origin || isUpgrade);
  return isSame ? to : `a redirect to another host, ${to.origin}; declare that address`;
}

function refuse(why: string, status: number): DeliveryResult {
  return { kind: 'ended', outcome: 'failed', retryable: false, status, message: `HTTP ${status}: ${why}` };
}

function judgeError(error: unknown, url: URL, { signal }: DeliveryContext): DeliveryResult {
  if (error instanceof AddressRefused || error instanceof HeaderRefused) {
    return { kind: 'ended', outcome: 'failed', retryable: false, message: error.message };
  }
  if (error instanceof CredentialsUnread) {
    return { kind: 'not-delivered', error: error.message, retryable: true, targetDown: false };
  }
  const what = signal.aborted ? abortText(signal) : errorText(error);
  return { kind: 'not-delivered', error: `${url.host}: ${what}`, retryable: true, targetDown: true };
}

function abortText({ reason }: AbortSignal): string {
  return reason === 'timeout' ? 'no answer within the time of one attempt' : 'the request was cut short';
}

/** Says what went wrong with a connection, with the code by which people look it up. */
function errorText(error: unknown): string {
  const { code, message, errors } = error as Error & { code?: string; errors?: readonly Error[] };
  // Of an address in several forms Node says each, and of all together nothing.
  const text = message || errors?.map((one) => one.message).join('; ') || 'no connection';
  return code !== undefined && !text.includes(code) ? `${text} (${code})` : text;
}
