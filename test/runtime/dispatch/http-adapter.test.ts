import type { ServerResponse } from 'node:http';
import { HTTP } from 'cloudevents';
import { afterEach, describe, expect, test } from 'vitest';
import { createAdapters } from '../../../runtime/dispatch/index.ts';
import { type DeliveryParts, delivery, openDesk, scheduled, settle, standingClock } from './desk.ts';
import { type Arrived, type HttpService, startHttpService } from './http-service.ts';

const services: HttpService[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});

async function service(answer: (request: Arrived, response: ServerResponse) => void, host?: string) {
  const started = await startHttpService(answer, host);
  services.push(started);
  return started;
}

const answers = (status: number, text = '', headers: Record<string, string> = {}) =>
  service((_, response) => response.writeHead(status, headers).end(text));

/** Sends one run to a URL and returns the letter about it. */
async function sendTo(url: string, target: Record<string, unknown> = {}, parts: DeliveryParts = {}) {
  const clock = standingClock();
  const desk = openDesk({ adapters: createAdapters({ allowPrivate: ['127.0.0.0/8', '::1'], clock }), clock });
  desk.dispatcher.send(0, [delivery({ ...parts, kind: 'http', target: { url, ...target } })]);
  const [letter] = await desk.told(1);
  await desk.dispatcher.close(0);
  return letter;
}

describe('What arrives at a service', () => {
  test('is a CloudEvent that says which run it is, for which instant and window, and where to report', async () => {
    const target = await answers(200, 'ok');
    await sendTo(`${target.url}/run?x=1`);
    const [request] = target.arrived;
    expect(request).toMatchObject({ method: 'POST', path: '/run?x=1' });
    const event = HTTP.toEvent({ headers: request!.headers, body: request!.body });
    expect(event).toMatchObject({
      specversion: '1.0',
      id: 'benefits/statement-run@2027-03-28T01:30:00Z',
      source: '/benefits/statement-run',
      type: 'dev.almanac.run',
      time: '2027-03-28T01:30:00.000Z',
      tenant: 'benefits',
      job: 'statement-run',
      scheduled: '2027-03-28T01:30:00Z',
      due: '2027-03-28T01:30:30Z',
      windowfrom: '2027-03-27T01:30:00Z',
      windowto: '2027-03-28T01:30:00Z',
      lane: 'scheduled',
      attempt: '1',
      revision: '7',
      reporturl: 'https://almanac.example/v1/report',
      reporttoken: 'token of benefits/statement-run@2027-03-28T01:30:00Z',
      data: {
        run: 'benefits/statement-run@2027-03-28T01:30:00Z',
        window: { from: '2027-03-27T01:30:00Z', to: '2027-03-28T01:30:00Z' },
        attempt: 1,
        report: { url: 'https://almanac.example/v1/report' },
      },
    });
    expect(request?.headers['idempotency-key']).toBe('benefits/statement-run@2027-03-28T01:30:00Z');
  });

  test('is the same event in every attempt', async () => {
    const target = await answers(200);
    await sendTo(target.url, {}, { attempts: 2 });
    await sendTo(target.url, {}, { attempt: 2, attempts: 2 });
    const [first, second] = target.arrived;
    for (const name of ['ce-id', 'ce-source', 'idempotency-key']) {
      expect(second?.headers[name]).toBe(first?.headers[name]);
    }
    expect([first?.headers['ce-attempt'], second?.headers['ce-attempt']]).toEqual(['1', '2']);
  });

  test('has the declared method, headers and body', async () => {
    const target = await answers(204);
    await sendTo(target.url, { method: 'PUT', headers: { 'X-Team': 'letters' }, body: { format: 'pdf' } });
    await sendTo(target.url, {
      body: 'format=pdf',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    await sendTo(target.url, { method: 'GET' });
    expect(
      target.arrived.map(({ method, body, headers }) => [method, body, headers['content-type']]),
    ).toEqual([
      ['PUT', '{"format":"pdf"}', 'application/json'],
      ['POST', 'format=pdf', 'application/x-www-form-urlencoded'],
      ['GET', '', undefined],
    ]);
    expect(target.arrived[0]?.headers['x-team']).toBe('letters');
  });

  test('says what it is whatever was declared', async () => {
    const target = await answers(200);
    await sendTo(target.url, { headers: { 'Idempotency-Key': 'mine', 'CE-ID': 'mine' } });
    expect(target.arrived[0]?.headers).toMatchObject({
      'idempotency-key': 'benefits/statement-run@2027-03-28T01:30:00Z',
      'ce-id': 'benefits/statement-run@2027-03-28T01:30:00Z',
    });
  });

  test.each([
    [{ Host: 'other' }, 'the header Host belongs to the connection'],
    [{ 'Transfer-Encoding': 'chunked' }, 'the header Transfer-Encoding belongs to the connection'],
    [{ 'X-Key': 'a\r\nHost: other' }, 'the value of the header X-Key has a character that no header has'],
  ])('never has the headers %j', async (headers, message) => {
    const target = await answers(200);
    expect(await sendTo(target.url, { headers }, { attempts: 3 })).toMatchObject({
      kind: 'ended',
      outcome: 'failed',
      final: true,
      report: { message },
    });
    expect(target.arrived).toEqual([]);
  });
});

describe('The answer', () => {
  test.each([
    [200, 'done', { kind: 'ended', outcome: 'succeeded', report: { status: 200, tail: 'done' } }],
    [204, '', { kind: 'ended', outcome: 'succeeded', report: { status: 204 } }],
    [
      404,
      'no such thing\nreally',
      {
        kind: 'ended',
        outcome: 'failed',
        final: true,
        report: { status: 404, message: 'HTTP 404: no such thing', tail: 'no such thing\nreally' },
      },
    ],
    [500, '<html>', { kind: 'attempt-failed', error: 'HTTP 500' }],
    [503, 'come back', { kind: 'attempt-failed', error: 'HTTP 503: come back' }],
  ])('%i %j', async (status, text, letter) => {
    const target = await answers(status, text);
    expect(await sendTo(target.url, {}, { attempts: 2 })).toMatchObject(letter);
  });

  test('that only says that the request was taken leaves the end to the report', async () => {
    const target = await answers(202, 'queued');
    expect(await sendTo(target.url, { completion: 'report' })).toMatchObject({
      kind: 'delivered',
      attempt: 1,
      note: 'HTTP 202',
    });
  });

  test.each([
    ['120', 120],
    ['Sun, 28 Mar 2027 01:40:30 GMT', 600],
    ['soon', 10],
  ])('`Retry-After: %s` is minded', async (value, least) => {
    const target = await answers(429, '', { 'retry-after': value });
    const letter = await sendTo(target.url, {}, { attempts: 2 });
    const waited = letter?.kind === 'attempt-failed' ? letter.retryAt - (scheduled + 30) : 0;
    expect(waited).toBeGreaterThanOrEqual(least);
    expect(waited).toBeLessThanOrEqual(Math.max(15, least));
  });

  test('of any length leaves its end, in whole characters', async () => {
    const target = await answers(200, `${'0123456789'.repeat(10_000)}${'é'.repeat(2_500)}\0 end`);
    const letter = await sendTo(target.url);
    const tail = letter?.kind === 'ended' ? (letter.report?.tail ?? '') : '';
    expect(Buffer.byteLength(tail.replace('\ufffd', '\0'))).toBeLessThanOrEqual(4_096);
    expect(tail).toMatch(/^é{2000,}\ufffd end$/);
  });

  test('that never ends is cut off', async () => {
    const target = await service((_, response) => {
      response.writeHead(200);
      const more = () => {
        while (response.writable && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    expect(await sendTo(target.url)).toMatchObject({ outcome: 'succeeded' });
  });
});

describe('No answer', () => {
  test('where nobody listens is no delivery', async () => {
    const gone = await startHttpService(() => undefined);
    await gone.close();
    expect(await sendTo(gone.url, {}, { attempts: 2 })).toMatchObject({
      kind: 'attempt-failed',
      error: `127.0.0.1:${gone.port}: connect ECONNREFUSED 127.0.0.1:${gone.port}`,
    });
  });

  test('where the connection breaks is no delivery', async () => {
    const target = await service((_, response) => response.destroy());
    expect(await sendTo(target.url)).toMatchObject({ kind: 'ended', outcome: 'undelivered' });
  });

  test('within the time of one attempt is no delivery, and the request is given up', async () => {
    let gaveUp: () => void = () => undefined;
    const givenUp = new Promise<void>((resolve) => {
      gaveUp = resolve;
    });
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const target = await service((_, response) => {
      response.on('close', gaveUp);
      arrive();
    });
    const clock = standingClock();
    const desk = openDesk({ adapters: createAdapters({ allowPrivate: true, clock }), clock });
    desk.dispatcher.send(0, [
      delivery({ kind: 'http', target: { url: target.url, timeout: 60 }, attempts: 2 }),
    ]);
    await arrived;
    clock.turn(60);
    expect(await desk.told(1)).toMatchObject([
      { kind: 'attempt-failed', error: `127.0.0.1:${target.port}: no answer within the time of one attempt` },
    ]);
    await givenUp;
    await desk.dispatcher.close(0);
  });
});

describe('Redirects', () => {
  test.each([307, 308])('%i on the same host is followed, with method and body', async (status) => {
    const target = await service(({ path }, response) =>
      path === '/run' ? response.writeHead(status, { location: '/run/' }).end('moved') : response.end('done'),
    );
    expect(await sendTo(`${target.url}/run`, { body: 'x' })).toMatchObject({ outcome: 'succeeded' });
    expect(target.arrived.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/run', 'x'],
      ['POST', '/run/', 'x'],
    ]);
  });

  test('to another host is not followed: it would get the tokens', async () => {
    const other = await answers(200);
    const target = await service((_, response) => response.writeHead(307, { location: other.url }).end());
    expect(await sendTo(target.url, {}, { attempts: 3 })).toMatchObject({
      kind: 'ended',
      outcome: 'failed',
      final: true,
      report: { message: `HTTP 307: a redirect to another host, ${other.url}; declare that address` },
    });
    expect(other.arrived).toEqual([]);
  });

  test('that changes the method is not followed', async () => {
    const target = await service((_, response) => response.writeHead(303, { location: '/done' }).end());
    expect(await sendTo(target.url)).toMatchObject({
      outcome: 'failed',
      report: { message: `HTTP 303: a redirect to ${target.url}; only 307 and 308 are followed` },
    });
  });

  test('in a circle come to an end', async () => {
    const target = await service((_, response) => response.writeHead(307, { location: '/' }).end());
    expect(await sendTo(target.url)).toMatchObject({
      report: { message: 'HTTP 307: more than 3 redirects' },
    });
    expect(target.arrived).toHaveLength(4);
  });
});

describe('Two thousand runs', () => {
  test('arrive once each, so many at once as the target may have, over connections that are kept', async () => {
    let most = 0;
    let open = 0;
    const target = await service((_, response) => {
      most = Math.max(most, ++open);
      response.on('finish', () => open--);
      response.end();
    });
    const desk = openDesk({ adapters: createAdapters({ allowPrivate: true }), perTarget: { http: 16 } });
    const runs = Array.from({ length: 2_000 }, (_, at) =>
      delivery({ kind: 'http', job: `job-${at}`, target: { url: target.url } }),
    );
    desk.dispatcher.send(0, runs);
    await desk.told(2_000);
    await settle();
    expect(new Set(target.arrived.map(({ headers }) => headers['idempotency-key'])).size).toBe(2_000);
    expect(target.arrived).toHaveLength(2_000);
    expect(most).toBeLessThanOrEqual(16);
    expect(target.connections()).toBeLessThan(100);
    await desk.dispatcher.close(0);
  });
});
