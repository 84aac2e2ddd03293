import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FireRow, fireLine, readFireLine } from '../../../runtime/ledger/index.ts';
import { dispatched, fireRow, hostile, start } from './sample-rows.ts';

const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom(...hostile));
const instant = fc.integer({ min: -(2 ** 40), max: 2 ** 40 });
const window = fc.record({ from: instant, to: instant });
const number = fc.nat(9);
const attempt = fc.oneof(
  fc.record({ number, state: fc.constant('sent' as const) }),
  fc.record({ number, state: fc.constant('failed' as const), retryAt: instant }),
);
const attemptRecord = fc.record(
  { number, sentAt: instant, deliveredAt: instant, failedAt: instant, error: text, note: text },
  { requiredKeys: ['number', 'sentAt'] },
);
const outcome = fc.constantFrom('succeeded' as const, 'failed' as const);
const report = fc.record({ outputs: fc.array(fc.record({ uri: text, count: fc.nat() })), tail: text });
const run = fc.record(
  {
    id: text,
    job: text,
    scheduled: instant,
    lane: fc.constantFrom('scheduled', 'backfill'),
    window,
    dispatched: instant,
    started: fc.boolean(),
    attempt,
    attemptCountMax: number,
    attempts: fc.array(attemptRecord, { maxLength: 3 }),
    order: text,
    deadline: instant,
    lostAt: instant,
    group: text,
    cancelAsked: fc.boolean(),
    ends: fc.constant(true),
    lostAfter: fc.nat(),
    startedAt: instant,
    startedBy: text,
    heartbeatAt: instant,
    endedAt: instant,
    outcome,
    report,
    late: fc.array(fc.record({ seq: number, at: instant, outcome, report })),
  },
  {
    requiredKeys: [
      'id',
      'job',
      'scheduled',
      'lane',
      'window',
      'dispatched',
      'started',
      'attempt',
      'attemptCountMax',
      'attempts',
    ],
  },
);
const body = fc.record(
  {
    window,
    createdBy: number,
    decidedBy: number,
    decided: instant,
    cause: fc.constantFrom('waiting.overlap', 'past-horizon'),
    because: fc.record({ due: instant, note: text }),
    run,
  },
  { requiredKeys: ['window', 'createdBy'] },
);
const row = fc.record({
  tenant: text,
  job: text,
  scheduled: instant,
  order: text,
  last: instant,
  count: fc.nat(),
  due: instant,
  state: fc.constantFrom('open', 'going', 'over'),
  hole: fc.boolean(),
  seq: fc.nat(),
  body,
}) as unknown as fc.Arbitrary<FireRow>;

test('a line holds all of a row but its place, as JSON would write it, whatever its texts are', () => {
  fc.assert(
    fc.property(row, (row) => {
      const { tenant, job, scheduled, order, state, last, count, due, hole, seq, body } = row;
      const line = fireLine(row);
      expect(JSON.parse(line)).toEqual(
        JSON.parse(JSON.stringify([state, last, count, due, hole ? 1 : 0, seq, body])),
      );
      expect(readFireLine(tenant, job, scheduled, order, line)).toEqual(row);
    }),
  );
});

test('a line of a dispatched run is what older programs wrote', () => {
  expect(fireLine(dispatched(fireRow({ scheduled: start })))).toBe(
    '["going",1800000000,1,1800000000,0,1,{"window":{"from":1799999700,"to":1800000000},"createdBy":1,"decidedBy":1,' +
      '"decided":1800000000,"run":{"id":"statement-run@1800000000","job":"statement-run","scheduled":1800000000,' +
      '"lane":"scheduled","window":{"from":1799999700,"to":1800000000},"dispatched":1800000000,"started":false,' +
      '"attempt":{"number":1,"state":"sent"},"attemptCountMax":3,"attempts":[{"number":1,"sentAt":1800000000}]}}]',
  );
});
