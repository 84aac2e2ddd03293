import fc from 'fast-check';
import type { Values } from '../../../provider/wire/value.ts';

type Fields = Values;

/** Random configurations that are right, in several spellings of the same, as a person would write them in HCL. */

const duration = (minutes: number) => fc.constantFrom(`${minutes}m`, `${minutes * 60}s`, spelt(minutes));

function spelt(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `${hours > 0 ? `${hours}h` : ''}${rest > 0 || hours === 0 ? `${rest}m` : ''}`;
}

export const policyAnswers: fc.Arbitrary<Fields> = fc
  .record({
    late: fc.constantFrom(1, 10, 15),
    more: fc.constantFrom(0, 60, 350),
    overlap: fc.constantFrom<Fields>(
      { overlap: 'skip' },
      { overlap: 'allow' },
      { overlap_queue: { max: 3 } },
    ),
    catchUp: fc.constantFrom('none', 'latest'),
    gap: fc.constantFrom('shift', 'next', 'skip'),
    fold: fc.constantFrom('first', 'second', 'both'),
  })
  .chain(({ late, more, overlap, catchUp, gap, fold }) =>
    fc.record({ late_after: duration(late), horizon: duration(late + more) }).map((durations) => ({
      ...durations,
      ...overlap,
      catch_up: catchUp,
      dst: { gap, fold },
      report: { finish_within: '2h', lost_after: '3h' },
    })),
  );

const cron = fc
  .tuple(
    fc.integer({ min: 0, max: 59 }),
    fc.integer({ min: 0, max: 23 }),
    fc.constantFrom('*', 'MON-FRI', '1-5'),
  )
  .chain(([minute, hour, days]) =>
    fc.constantFrom(
      `${minute} ${hour} * * ${days}`,
      `${String(minute).padStart(2, '0')} ${String(hour).padStart(2, '0')} * * ${days}`,
    ),
  );

const zone = fc.constantFrom(
  'Europe/London',
  'GB',
  'Asia/Kolkata',
  'Asia/Calcutta',
  'Australia/Lord_Howe',
  'UTC',
);

/** `calendars` are what may be excluded. */
export const schedule = (calendars: readonly string[]): fc.Arbitrary<Fields> =>
  fc.oneof(
    fc
      .record({ cron, zone, exclude: fc.subarray([...calendars]) })
      .map(({ exclude, ...rest }) => ({ ...rest, ...(exclude.length > 0 && { exclude }) })),
    fc.record({
      crons: fc.uniqueArray(cron, {
        minLength: 1,
        maxLength: 3,
        selector: (text) => text.replace(/\b0/g, ''),
      }),
      zone,
    }),
    fc.constantFrom(
      { every: '90m', anchor: '2027-01-01T00:00:00Z' },
      { every: '1h30m', anchor: '2027-01-01T01:00:00+01:00' },
    ),
    fc.record({ at: fc.constant(['2027-03-28T01:30:00', '2027-04-01T00:00:00Z']), zone }),
    fc.constant({ manual: true }),
    fc
      .record({
        cron: fc.constant('0 5 * * *'),
        zone,
        skips: fc.constantFrom([], [{ at: '2027-02-01T05:00:00Z', reason: 'stocktaking' }]),
        extras: fc.constant([{ at: '2027-02-01T12:00:00Z', reason: 'by request' }]),
        spread: fc.constantFrom('10m', '600s'),
      })
      .filter(({ skips, zone: name }) => skips.length === 0 || /London|GB|UTC/.test(name)),
  );

export const target: fc.Arbitrary<Fields> = fc.constantFrom<Fields>(
  { http: { url: 'https://a.example.gov/run', headers: { accept: 'text/plain' } } },
  { http: { url: 'https://a.example.gov/run', body_json: '{"b":1,"a":[1,2]}' } },
  { http: { url: 'https://a.example.gov/run', body_json: '{ "a": [1, 2], "b": 1 }' } },
  { http: { url: 'https://a.example.gov/run', secret_headers: { key: 'projects/p/secrets/k/versions/1' } } },
  { pubsub: { topic: 'projects/p/topics/t', attributes: { a: 'b' } } },
  { cloud_run_job: { job: 'projects/p/locations/l/jobs/j', args: ['--fast'], timeout: '60m' } },
);

export const calendarDates: fc.Arbitrary<Fields> = fc
  .uniqueArray(fc.constantFrom('2027-03-26', '2027-03-29', '2027-05-03', '2027-12-25'), { minLength: 1 })
  .map((dates) => ({ dates: dates.map((date) => ({ date })), valid_until: '2028-12-31' }));

export const jobExtras: fc.Arbitrary<Fields> = fc.record(
  {
    description: fc.constantFrom('Sends statements.', 'Sends letters.'),
    expected_duration: fc.constantFrom('25m', '1500s', '1h'),
    cost: fc.constantFrom({ per_run: 1.25 }, { per_run: 2 }),
    labels: fc.constantFrom({ a: '90m' }, { a: '1h30m' }, {}),
    paused: fc.constant({
      from: '2027-02-01T00:00:00Z',
      until: '2027-02-03T00:00:00Z',
      reason: 'move',
      fires: 'skip',
    }),
  },
  { requiredKeys: [] },
);
