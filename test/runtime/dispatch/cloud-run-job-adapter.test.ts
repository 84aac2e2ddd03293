import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAdapters } from '../../../runtime/dispatch/index.ts';
import {
  cancelOf,
  type DeliveryParts,
  delivery,
  openDesk,
  type StandingClock,
  settle,
  standingClock,
} from './desk.ts';
import { type GoogleServices, startGoogleServices } from './google-services.ts';

const job = 'projects/benefits/locations/europe-west2/jobs/statement-run';

let google: GoogleServices;
const close: (() => Promise<void>)[] = [];
beforeEach(async () => {
  google = await startGoogleServices();
  process.env['GCE_METADATA_HOST'] = new URL(google.url).host;
  process.env['METADATA_SERVER_DETECTION'] = 'assume-present';
});
afterEach(async () => {
  for (const one of close.splice(0)) await one();
  await google.close();
  delete process.env['GCE_METADATA_HOST'];
  delete process.env['METADATA_SERVER_DETECTION'];
});

function openHere(clock: StandingClock = standingClock()) {
  const desk = openDesk({ adapters: createAdapters({ google: { run: google.url }, clock }), clock });
  // What is still going on is left alone, as when a process ends.
  close.push(async () => {
    const closed = desk.dispatcher.close(0);
    clock.turn(0);
    await closed;
  });
  return { desk, clock };
}

const of = (parts: DeliveryParts = {}) => delivery({ kind: 'cloudRunJob', target: { job }, ...parts });

/** Turns the clock until something was told or asked. */
async function turnUntil(clock: StandingClock, done: Promise<unknown>): Promise<void> {
  let isDone = false;
  done.then(() => {
    isDone = true;
  });
  while (!isDone) {
    clock.turn(1);
    await settle();
  }
}

describe('A Cloud Run job', () => {
  test('is started with the run in its environment, and its end is the end of the run', async () => {
    const { desk, clock } = openHere();
    const target = {
      job,
      args: ['--format=pdf'],
      env: {
        MODE: 'nightly',
        KEY: { secret: 'projects/benefits/secrets/key/versions/3' },
        ALMANAC_RUN: 'mine',
      },
    };
    const started = google.asked(/:run$/);
    desk.dispatcher.send(0, [of({ target })]);
    await started;
    const [execution] = google.executions;
    const [container] = execution!.template.containers;
    expect(container?.args).toEqual(['--format=pdf']);
    expect(container?.env).toEqual([
      { name: 'MODE', value: 'nightly' },
      {
        name: 'KEY',
        valueSource: { secretKeyRef: { secret: 'projects/benefits/secrets/key', version: '3' } },
      },
      { name: 'ALMANAC_RUN', value: 'benefits/statement-run@2027-03-28T01:30:00Z' },
      { name: 'ALMANAC_TENANT', value: 'benefits' },
      { name: 'ALMANAC_JOB', value: 'statement-run' },
      { name: 'ALMANAC_SCHEDULED', value: '2027-03-28T01:30:00Z' },
      { name: 'ALMANAC_DUE', value: '2027-03-28T01:30:30Z' },
      { name: 'ALMANAC_WINDOW_FROM', value: '2027-03-27T01:30:00Z' },
      { name: 'ALMANAC_WINDOW_TO', value: '2027-03-28T01:30:00Z' },
      { name: 'ALMANAC_LANE', value: 'scheduled' },
      { name: 'ALMANAC_ATTEMPT', value: '1' },
      { name: 'ALMANAC_REVISION', value: '7' },
      { name: 'ALMANAC_TARGET', value: 'cloudRunJob' },
      { name: 'ALMANAC_REPORT_URL', value: 'https://almanac.example/v1/report' },
      { name: 'ALMANAC_TOKEN', value: 'token of benefits/statement-run@2027-03-28T01:30:00Z' },
    ]);
    google.begin(execution!);
    await turnUntil(clock, desk.told(1));
    expect(desk.letters[0]).toMatchObject({ kind: 'started', by: execution?.name, attempt: 1 });
    google.end(execution!, 'succeeded');
    await turnUntil(clock, desk.told(2));
    expect(desk.letters[1]).toMatchObject({ kind: 'ended', outcome: 'succeeded' });
    expect(desk.letters).toHaveLength(2);
  });

  test('that fails is tried again', async () => {
    const { desk, clock } = openHere();
    const started = google.asked(/:run$/);
    desk.dispatcher.send(0, [of({ attempts: 2 })]);
    await started;
    google.end(google.executions[0]!, 'failed');
    await turnUntil(clock, desk.told(1));
    expect(desk.letters).toMatchObject([
      { kind: 'attempt-failed', error: 'The container exited with an error.' },
    ]);
    // The next attempt is an execution of its own.
    const again = google.asked(/:run$/);
    desk.dispatcher.send(0, [of({ attempt: 2, attempts: 2 })]);
    await again;
    expect(google.executions).toHaveLength(2);
  });

  test('is watched, and not started again, by who takes over', async () => {
    const lost = openHere();
    const started = google.asked(/:run$/);
    lost.desk.dispatcher.send(0, [of()]);
    await started;
    const next = openHere();
    const seen = google.asked(/GET .*executions\/statement-run-1$/);
    next.desk.dispatcher.send(0, [of()]);
    await seen;
    google.end(google.executions[0]!, 'succeeded');
    await turnUntil(next.clock, next.desk.told(1));
    expect(next.desk.letters).toMatchObject([{ kind: 'ended', outcome: 'succeeded' }]);
    expect(google.executions).toHaveLength(1);
  });

  test('is cancelled when that is asked, and confirms it', async () => {
    const { desk, clock } = openHere();
    const started = google.asked(/:run$/);
    desk.dispatcher.send(0, [of()]);
    await started;
    desk.dispatcher.cancel(0, [cancelOf(of(), 'next')]);
    await turnUntil(clock, desk.told(1));
    expect(desk.letters).toMatchObject([{ kind: 'ended', outcome: 'cancelled' }]);
    expect(google.executions[0]?.cancelledCount).toBe(1);
  });

  test('of a lost run is cancelled though nobody watches it', async () => {
    const first = openHere();
    const started = google.asked(/:run$/);
    first.desk.dispatcher.send(0, [of()]);
    await started;
    const { desk } = openHere();
    const cancelled = google.asked(/:cancel$/);
    desk.dispatcher.cancel(0, [cancelOf(of())]);
    await cancelled;
    expect(google.executions[0]?.cancelledCount).toBe(1);
  });

  test('that takes too long is cancelled', async () => {
    const { desk, clock } = openHere();
    const started = google.asked(/:run$/);
    desk.dispatcher.send(0, [of({ target: { job, timeout: 600 } })]);
    await started;
    await settle();
    clock.turn(600);
    expect(await desk.told(1)).toMatchObject([
      {
        kind: 'ended',
        outcome: 'failed',
        report: { message: 'it took longer than the time of one attempt and was cancelled' },
      },
    ]);
    expect(google.executions[0]?.cancelledCount).toBe(1);
  });

  test('that nobody can look at for a while goes on', async () => {
    const { desk, clock } = openHere();
    const started = google.asked(/:run$/);
    desk.dispatcher.send(0, [of()]);
    await started;
    google.failures.push(503, 500, 429);
    google.end(google.executions[0]!, 'succeeded');
    await turnUntil(clock, desk.told(1));
    expect(desk.letters).toMatchObject([{ kind: 'ended', outcome: 'succeeded' }]);
    expect(google.failures).toEqual([]);
  });

  test.each([
    [503, { kind: 'attempt-failed', error: 'Cloud Run: HTTP 503: not now' }],
    [429, { kind: 'attempt-failed', error: 'Cloud Run: HTTP 429: not now' }],
    [
      403,
      {
        kind: 'ended',
        outcome: 'undelivered',
        final: true,
        report: { message: 'Cloud Run: HTTP 403: not now' },
      },
    ],
  ])('that is refused with %i', async (status, letter) => {
    const { desk } = openHere();
    google.failures.push(status);
    desk.dispatcher.send(0, [of({ attempts: 2 })]);
    expect(await desk.told(1)).toMatchObject([letter]);
  });
});
