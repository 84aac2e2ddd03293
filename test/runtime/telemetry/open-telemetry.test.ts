import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { noTelemetry, openTelemetry } from '../../../runtime/telemetry/index.ts';

/** What a collector of OpenTelemetry received, by path, as OTLP in JSON. */
interface Received {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

let collector: Server;
let received: Received[];
let endpoint: string;

beforeEach(async () => {
  received = [];
  collector = createServer(async (request, response) => {
    received.push({ path: request.url ?? '', body: JSON.parse(await textOf(request)) });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});
afterEach(() => {
  vi.unstubAllEnvs();
  collector.close();
});

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += piece;
  return text;
}

const about = { version: '1.2.3', role: 'work', replica: 'r1' };

function open() {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint);
  vi.stubEnv('OTEL_EXPORTER_OTLP_PROTOCOL', 'http/json');
  return openTelemetry(process.env, about);
}

describe('telemetry', () => {
  test('is off, and loads nothing, unless the environment says where it goes', async () => {
    expect(await openTelemetry({ OTEL_SERVICE_NAME: 'x' }, about)).toBe(noTelemetry);
    const off = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: 'true' };
    expect(await openTelemetry(off, about)).toBe(noTelemetry);
  });

  test('exports lateness by lane, decisions by cause, latency of commits, and gauges', async () => {
    const telemetry = await open();
    telemetry.observe(() => [
      { name: 'almanac.clock.skew', value: -12 },
      { name: 'almanac.backlog.age', value: 61 },
    ]);
    telemetry.dispatched('scheduled', 7);
    telemetry.decided({ dispatched: 3, overlap: 2 });
    telemetry.committed('won', 4, 5);
    await telemetry.close();
    const metrics = metricsOf(received);
    expect(metrics.get('almanac.dispatch.lateness')).toMatchObject({
      unit: 'ms',
      histogram: { dataPoints: [{ sum: 7, attributes: [attribute('almanac.lane', 'scheduled')] }] },
    });
    const decided = metrics.get('almanac.fires.decided') as { sum: { dataPoints: unknown[] } };
    expect(decided.sum.dataPoints).toEqual([
      expect.objectContaining({ asDouble: 3, attributes: [attribute('almanac.cause', 'dispatched')] }),
      expect.objectContaining({ asDouble: 2, attributes: [attribute('almanac.cause', 'overlap')] }),
    ]);
    expect(metrics.get('almanac.commit.latency')).toMatchObject({ histogram: { dataPoints: [{ sum: 4 }] } });
    expect(metrics.get('almanac.clock.skew')).toMatchObject({ gauge: { dataPoints: [{ asDouble: -12 }] } });
    expect(metrics.get('almanac.backlog.age')).toMatchObject({ gauge: { dataPoints: [{ asDouble: 61 }] } });
  });

  test('puts every attempt of a run into one trace, and tells its target which', async () => {
    const telemetry = await open();
    const run = 'acme/tell@2027-03-01T00:00:00Z';
    const first = telemetry.delivery({ run, attempt: 1 });
    const parent = telemetry.traceparent({ run, attempt: 1 });
    expect(parent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    first('attempt-failed');
    expect(telemetry.traceparent({ run, attempt: 1 })).toBeUndefined();
    const second = telemetry.delivery({ run, attempt: 2 });
    expect(telemetry.traceparent({ run, attempt: 2 })?.split('-')[1]).toBe(parent!.split('-')[1]);
    second('succeeded');
    telemetry.span('almanac.commit', { 'almanac.shard': 3 }, () => 'done');
    await expect(
      telemetry.span('almanac.commit', {}, () => Promise.reject(new Error('the ledger is away'))),
    ).rejects.toThrow('away');
    await telemetry.close();
    const spans = spansOf(received);
    expect(spans.map(({ name, traceId }) => [name, traceId === parent!.split('-')[1]])).toEqual([
      ['almanac.delivery', true],
      ['almanac.delivery', true],
      ['almanac.commit', false],
      ['almanac.commit', false],
    ]);
    expect(spans[3]).toMatchObject({ status: { code: 2 } });
  });
});

interface Span {
  readonly name: string;
  readonly traceId: string;
}

const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });

/** What a collector got, flattened, by name. */
function metricsOf(all: readonly Received[]): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const { path, body } of all) {
    if (path !== '/v1/metrics') continue;
    for (const metric of parts<{ name: string }>(body, 'resourceMetrics', 'scopeMetrics', 'metrics')) {
      found.set(metric.name, metric);
    }
  }
  return found;
}

function spansOf(all: readonly Received[]): Span[] {
  return all
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => parts<Span>(body, 'resourceSpans', 'scopeSpans', 'spans'));
}

function parts<Part>(body: Record<string, unknown>, ...names: readonly string[]): Part[] {
  const level = names.reduce<Record<string, unknown>[]>(
    (above, name) => above.flatMap((one) => one[name] as Record<string, unknown>[]),
    [body],
  );
  return level as Part[];
}
