import { createHash } from 'node:crypto';
import type { Span } from '@opentelemetry/api';
import { type DeliveryName, type Gauge, gauges, noTelemetry, type Telemetry } from './telemetry.ts';

/** Buckets of lateness and latency, in milliseconds. */
const buckets = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 60_000, 600_000, 3_600_000];

/** Whether the environment says where figures and traces go (the variables of OpenTelemetry's own specification). */
function isConfigured(env: NodeJS.ProcessEnv): boolean {
  if (env['OTEL_SDK_DISABLED'] === 'true') return false;
  return Object.keys(env).some((name) =>
    /^OTEL_(EXPORTER_OTLP_.*ENDPOINT|(TRACES|METRICS)_EXPORTER)$/.test(name),
  );
}

/**
 * Opens OpenTelemetry where `env` configures it, as OpenTelemetry itself reads it of the process; else nothing is
 * measured and nothing is loaded.
 *
 * @throws {Error} it is configured and its packages are not installed
 */
export async function openTelemetry(
  env: NodeJS.ProcessEnv,
  about: { readonly version: string; readonly role: string; readonly replica: string },
): Promise<Telemetry> {
  if (!isConfigured(env)) return noTelemetry;
  const { NodeSDK, api, metrics, resources, tracing } = await import('@opentelemetry/sdk-node');
  /** What the next span is called, so that every replica and attempt of a run is in one trace. */
  let named: { readonly trace: string; readonly span: string } | undefined;
  const random = new tracing.RandomIdGenerator();
  const sdk = new NodeSDK({
    autoDetectResources: false,
    instrumentations: [],
    idGenerator: {
      generateTraceId: () => named?.trace ?? random.generateTraceId(),
      generateSpanId: () => named?.span ?? random.generateSpanId(),
    },
    resource: resources.resourceFromAttributes({
      'service.name': env['OTEL_SERVICE_NAME'] ?? 'almanac',
      'service.version': about.version,
      'service.instance.id': about.replica,
      'almanac.role': about.role,
    }),
    views: ['almanac.dispatch.lateness', 'almanac.commit.latency'].map((instrumentName) => ({
      instrumentName,
      aggregation: {
        type: metrics.AggregationType.EXPLICIT_BUCKET_HISTOGRAM,
        options: { boundaries: buckets },
      },
    })),
  });
  sdk.start();

  const meter = api.metrics.getMeter('almanac', about.version);
  const tracer = api.trace.getTracer('almanac', about.version);
  const decided = meter.createCounter('almanac.fires.decided', {
    description: 'fires by fate or wait, and runs by outcome',
    unit: '{fire}',
  });
  const lateness = meter.createHistogram('almanac.dispatch.lateness', {
    description: 'from due to dispatch',
    unit: 'ms',
  });
  const latency = meter.createHistogram('almanac.commit.latency', {
    description: 'of one entry of a journal',
    unit: 'ms',
  });
  const rows = meter.createCounter('almanac.commit.rows', { description: 'rows written', unit: '{row}' });
  const instruments = new Map(
    Object.entries(gauges).map(([name, [unit, description]]) => [
      name,
      meter.createObservableGauge(name, { unit, description }),
    ]),
  );
  const underWay = new Map<string, Span>();
  const keyOf = ({ run, attempt }: DeliveryName) => `${run} ${attempt}`;

  return {
    decided(counts) {
      for (const [cause, count] of Object.entries(counts)) decided.add(count, { 'almanac.cause': cause });
    },
    dispatched(lane, lateMs) {
      lateness.record(Math.max(0, lateMs), { 'almanac.lane': lane });
    },
    committed(outcome, ms, count) {
      latency.record(ms, { 'almanac.outcome': outcome });
      if (outcome === 'won') rows.add(count);
    },
    observe(read: () => Iterable<Gauge>) {
      meter.addBatchObservableCallback(
        (result) => {
          for (const { name, value, attributes } of read()) {
            result.observe(instruments.get(name)!, value, attributes);
          }
        },
        [...instruments.values()],
      );
    },
    span(name, attributes, work) {
      return tracer.startActiveSpan(name, { attributes }, (span) => {
        const fail = (error: unknown) => {
          span.recordException(error instanceof Error ? error : String(error));
          span.setStatus({ code: api.SpanStatusCode.ERROR });
          span.end();
        };
        try {
          const result = work();
          if (result instanceof Promise) result.then(() => span.end(), fail);
          else span.end();
          return result;
        } catch (error) {
          fail(error);
          throw error;
        }
      });
    },
    delivery(of) {
      const digest = createHash('sha256').update(of.run).digest('hex');
      named = {
        trace: digest.slice(0, 32),
        span: createHash('sha256').update(keyOf(of)).digest('hex').slice(0, 16),
      };
      const span = tracer.startSpan('almanac.delivery', {
        root: true,
        kind: api.SpanKind.PRODUCER,
        attributes: { 'almanac.run': of.run, 'almanac.attempt': of.attempt },
      });
      named = undefined;
      underWay.set(keyOf(of), span);
      return (outcome) => {
        underWay.delete(keyOf(of));
        span.setAttribute('almanac.outcome', outcome);
        span.end();
      };
    },
    traceparent(of) {
      const context = underWay.get(keyOf(of))?.spanContext();
      if (!context) return undefined;
      return `00-${context.traceId}-${context.spanId}-${context.traceFlags.toString(16).padStart(2, '0')}`;
    },
    async close() {
      await sdk.shutdown();
      // They are the process's own, and the next one to be opened is not this one.
      for (const global of [api.trace, api.metrics, api.context, api.propagation]) global.disable();
    },
  };
}
