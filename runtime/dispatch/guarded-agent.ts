import { lookup as dnsLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import { type AddressGuard, AddressRefused, guardedLookup } from './address-guard.ts';

/** Sends one request. The answer's body is still to be read. */
export type SendRequest = (
  url: URL,
  options: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | undefined;
    readonly signal: AbortSignal;
  },
) => Promise<HttpAnswer>;

export interface HttpAnswer {
  readonly status: number;
  header(name: string): string | undefined;
  /** In pieces. Not reading it to the end closes the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Makes what sends requests, over connections that go only where the guard lets them: the address is judged as the
 * connection is made, so that names that change and redirects meet the same check.
 */
export function createGuardedAgent(
  guard: AddressGuard,
  lookup: LookupFunction = dnsLookup as LookupFunction,
): { readonly send: SendRequest; close(): Promise<void> } {
  const connect = buildConnector({
    timeout: 10_000,
    // undici's types leave out what it hands on to Node.
    ...({ lookup: guardedLookup(guard, lookup) } as object),
  });
  const agent = new Agent({
    connect(options, done) {
      const host = options.hostname.replace(/^\[|\]$/g, '');
      const refusal = isIP(host) ? guard.refusal(host, host) : undefined;
      if (refusal) done(new AddressRefused(refusal), null);
      else connect(options, done);
    },
    // The dispatcher limits how many there are and how long they take.
    connections: null,
    headersTimeout: 0,
    bodyTimeout: 0,
    // A request on a connection that the other side is just closing is lost, and there may be no second attempt.
    keepAliveTimeout: 2_000,
    keepAliveMaxTimeout: 10_000,
  });
  return {
    async send(url, { method, headers, body, signal }) {
      const answer = await request(url, {
        dispatcher: agent,
        method: method as Dispatcher.HttpMethod,
        headers,
        ...(body !== undefined && { body }),
        signal,
      });
      return {
        status: answer.statusCode,
        header: (name) => {
          const value = answer.headers[name];
          return Array.isArray(value) ? value[0] : value;
        },
        body: answer.body,
      };
    },
    close: () => agent.destroy(),
  };
}
