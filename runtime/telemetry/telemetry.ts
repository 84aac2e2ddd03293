/** Figures and traces of a replica. Nothing is decided by them. */
export interface Telemetry {
  /** What one entry decided: how many fires got which fate or wait, how many runs ended how. */
  decided(counts: Readonly<Record<string, number>>): void;
  /** A run was handed to dispatch so many milliseconds after its fire was due. */
  dispatched(lane: string, lateMs: number): void;
  committed(outcome: 'won' | 'lost' | 'failed', ms: number, rows: number): void;
  /** Asks for current figures whenever they are exported. */
  observe(read: () => Iterable<Gauge>): void;
  /** Does something as a span of a trace. */
  span<T>(name: string, attributes: SpanAttributes, work: () => T): T;
  /** Begins the span of an attempt's delivery; what it returns ends it. */
  delivery(of: DeliveryName): (outcome: string) => void;
  /** The W3C trace context for the target of an attempt; undefined where nothing is traced. */
  traceparent(of: DeliveryName): string | undefined;
  /** Exports what is left. */
  close(): Promise<void>;
}

export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface Gauge {
  readonly name: GaugeName;
  readonly value: number;
  readonly attributes?: SpanAttributes;
}

/** Every gauge, with its unit and what it says. */
export const gauges = {
  'almanac.clock.skew': ['ms', "the machine's clock less the ledger's"],
  'almanac.clock.error': ['ms', "how far behind the ledger's clock decisions may be"],
  'almanac.clock.trusted': ['1', '0 while the clock stepped and nothing is decided'],
  'almanac.shards.owned': ['{shard}', 'shards that this replica decides'],
  'almanac.shards.stuck': ['{shard}', 'shards that it owns or watches and that do not go on'],
  'almanac.jobs': ['{job}', 'jobs in force in them'],
  'almanac.fires.open': ['{fire}', 'fires without a fate in them'],
  'almanac.runs.going': ['{run}', 'runs whose end is not known in them'],
  'almanac.dispatch.pending': ['{run}', 'attempts handed to dispatch and not answered'],
  'almanac.backlog.age': ['s', 'age of the oldest fire that is due and has no fate'],
  'almanac.watermark.lag': ['s', 'how far the watermark is behind the clock'],
  'almanac.invariant.broken': ['{fire}', 'expected fires without exactly one fate in the last sample'],
} as const;

export type GaugeName = keyof typeof gauges;

export interface DeliveryName {
  /** `tenant/job@instant`. */
  readonly run: string;
  readonly attempt: number;
}

/** Nothing is measured. */
export const noTelemetry: Telemetry = {
  decided() {},
  dispatched() {},
  committed() {},
  observe() {},
  span: (_name, _attributes, work) => work(),
  delivery: () => () => {},
  traceparent: () => undefined,
  async close() {},
};
