import type { LookupFunction } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type AllowedPrivate, createAdapters } from '../../../runtime/dispatch/index.ts';
import { delivery, openDesk, standingClock } from './desk.ts';
import { type HttpService, startHttpService } from './http-service.ts';

const services: HttpService[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});

async function service() {
  const started = await startHttpService((_, response) => response.end('ok'));
  services.push(started);
  return started;
}

/** A look-up that gives a name its addresses, the first time the first ones, then the next. */
function names(turns: Readonly<Record<string, readonly (readonly string[])[]>>): LookupFunction {
  const asked: Record<string, number> = {};
  return (host, options, done) => {
    const answers = turns[host];
    if (!answers)
      return done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }), []);
    const turn = Math.min(asked[host] ?? 0, answers.length - 1);
    asked[host] = turn + 1;
    const all = answers[turn]!.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (options.all) done(null, all);
    else done(null, all[0]!.address, all[0]!.family);
  };
}

async function sendTo(url: string, allowPrivate: AllowedPrivate = [], lookup?: LookupFunction) {
  const clock = standingClock();
  const desk = openDesk({
    adapters: createAdapters({ allowPrivate, clock, ...(lookup && { lookup }) }),
    clock,
  });
  desk.dispatcher.send(0, [delivery({ kind: 'http', target: { url }, attempts: 3 })]);
  const [letter] = await desk.told(1);
  await desk.dispatcher.close(0);
  return letter;
}

const refused = (message: string | RegExp) => ({
  kind: 'ended',
  outcome: 'failed',
  final: true,
  report: { message: typeof message === 'string' ? message : expect.stringMatching(message) },
});

describe('Addresses inside', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.9.9.9/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://0.0.0.0/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/computeMetadata/v1/',
    'http://198.18.0.1/',
    'http://192.0.2.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::1]/',
    'http://[::]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[fd12:3456::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[::127.0.0.1]/',
    'http://[::a9fe:a9fe]/',
    'http://[4000::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:db8::1]/',
    'http://[ff02::1]/',
  ])('%s is refused, and not tried again', async (url) => {
    expect(await sendTo(url)).toMatchObject(
      refused(/ is not a public address \(\w+\); a deployment can allow it$/),
    );
  });

  test('are refused behind a name, before a byte is sent', async () => {
    const { port, arrived, connections } = await service();
    const lookup = names({ 'statements.example': [['127.0.0.1']] });
    expect(await sendTo(`http://statements.example:${port}/`, [], lookup)).toMatchObject(
      refused(
        'statements.example is at 127.0.0.1, which is not a public address (loopback); a deployment can allow it',
      ),
    );
    expect([arrived.length, connections()]).toEqual([0, 0]);
  });

  test('are refused as `localhost`', async () => {
    const { port, arrived } = await service();
    expect(await sendTo(`http://localhost:${port}/`)).toMatchObject(refused(/^localhost is at /));
    expect(arrived).toEqual([]);
  });

  test('are refused when a name that was outside has moved inside', async () => {
    const { port, arrived } = await service();
    // The first answer is one that is allowed here; the second is the machine itself.
    const lookup = names({ 'moving.example': [['127.0.0.2'], ['127.0.0.1']] });
    const clock = standingClock();
    const adapters = createAdapters({ allowPrivate: ['127.0.0.2'], clock, lookup });
    const desk = openDesk({ adapters, clock });
    const send = (job: string) =>
      desk.dispatcher.send(0, [
        delivery({ job, kind: 'http', target: { url: `http://moving.example:${port}/` }, attempts: 1 }),
      ]);
    send('first');
    await desk.told(1);
    send('second');
    const letters = await desk.told(2);
    await desk.dispatcher.close(0);
    expect(letters[0]).toMatchObject({ kind: 'ended', outcome: 'undelivered' });
    expect(letters[1]).toMatchObject(refused(/^moving.example is at 127.0.0.1, which is not/));
    expect(arrived).toEqual([]);
  });

  test('are refused when a redirect on the same host leads to a connection that goes inside', async () => {
    const inside = await service();
    const outside = await startHttpService((_, response) =>
      response
        .writeHead(307, { location: `http://moving.example:${inside.port}/`, connection: 'close' })
        .end(),
    );
    services.push(outside);
    const lookup = names({ 'moving.example': [['127.0.0.1']] });
    expect(await sendTo(`http://moving.example:${outside.port}/`, ['127.0.0.1'], lookup)).toMatchObject(
      // Another port is another place, whatever it is called.
      refused(/^HTTP 307: a redirect to another host/),
    );
    expect(inside.arrived).toEqual([]);
  });

  test('a name with one address outside and one inside is reached outside alone', async () => {
    const { port, arrived } = await service();
    const lookup = names({ 'both.example': [['10.0.0.1', '127.0.0.1']] });
    expect(await sendTo(`http://both.example:${port}/`, ['127.0.0.1'], lookup)).toMatchObject({
      outcome: 'succeeded',
    });
    expect(arrived).toHaveLength(1);
  });
});

describe('What a deployment allows', () => {
  test.each([
    [['127.0.0.0/8']],
    [['127.0.0.1']],
    [['::ffff:127.0.0.1']],
    [['statements.internal']],
    [['Statements.Internal']],
    [true as const],
  ])('%j is reached', async (allowed) => {
    const { port } = await service();
    const lookup = names({ 'statements.internal': [['127.0.0.1']] });
    expect(await sendTo(`http://statements.internal:${port}/`, allowed, lookup)).toMatchObject({
      outcome: 'succeeded',
    });
  });

  test.each([[['10.0.0.0/8', 'fd00::/8']], [['127.0.0.2']], [['other.internal']]])(
    '%j allows nothing else',
    async (allowed) => {
      const { port } = await service();
      const lookup = names({ 'statements.internal': [['127.0.0.1']] });
      expect(await sendTo(`http://statements.internal:${port}/`, allowed, lookup)).toMatchObject({
        outcome: 'failed',
        final: true,
      });
    },
  );

  test('must be a range, an address or a name', () => {
    expect(() => createAdapters({ allowPrivate: ['10.0.0.0/99'] })).toThrow(
      '`10.0.0.0/99` is neither a range of addresses, an address nor a host name',
    );
  });
});

test('a name that nobody knows is no delivery', async () => {
  expect(await sendTo('http://nowhere.example/', [], names({}))).toMatchObject({
    kind: 'attempt-failed',
    error: 'nowhere.example: getaddrinfo ENOTFOUND nowhere.example',
  });
});
