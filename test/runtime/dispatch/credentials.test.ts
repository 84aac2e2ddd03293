import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAdapters } from '../../../runtime/dispatch/index.ts';
import { delivery, openDesk, standingClock } from './desk.ts';
import { type GoogleServices, idToken, startGoogleServices } from './google-services.ts';
import { type HttpService, startHttpService } from './http-service.ts';

let google: GoogleServices;
let target: HttpService;
beforeEach(async () => {
  google = await startGoogleServices();
  target = await startHttpService((_, response) => response.end());
  process.env['GCE_METADATA_HOST'] = new URL(google.url).host;
  process.env['METADATA_SERVER_DETECTION'] = 'assume-present';
});
afterEach(async () => {
  await google.close();
  await target.close();
  delete process.env['GCE_METADATA_HOST'];
  delete process.env['METADATA_SERVER_DETECTION'];
});

/** Sends runs, one a target, to the service and returns their letters. */
async function send(...targets: readonly Record<string, unknown>[]) {
  const clock = standingClock();
  const adapters = createAdapters({ allowPrivate: true, google: { secretManager: google.url }, clock });
  const desk = openDesk({ adapters, clock });
  desk.dispatcher.send(
    0,
    targets.map((one, at) =>
      delivery({ kind: 'http', job: `job-${at}`, target: { url: target.url, ...one }, attempts: 2 }),
    ),
  );
  const letters = await desk.told(targets.length);
  await desk.dispatcher.close(0);
  return letters;
}

describe('A request', () => {
  test('proves who sends it by an ID token for the declared audience, which is asked for once', async () => {
    const auth = { oidc: { audience: 'statements' } };
    await send({ auth }, { auth }, { auth: { oidc: { audience: 'letters' } } });
    expect(target.arrived.map(({ headers }) => headers['authorization'])).toEqual(
      expect.arrayContaining([`Bearer ${idToken('statements')}`, `Bearer ${idToken('letters')}`]),
    );
    expect(google.arrived.filter(({ path }) => path.includes('/identity'))).toHaveLength(2);
  });

  test('has the value of a secret where one is named, which is read once', async () => {
    google.secrets.set('projects/benefits/secrets/key/versions/latest', 'open sesame');
    const headers = { 'X-Api-Key': { secret: 'projects/benefits/secrets/key/versions/latest' } };
    await send({ headers }, { headers });
    expect(target.arrived.map((one) => one.headers['x-api-key'])).toEqual(['open sesame', 'open sesame']);
    expect(google.arrived.filter(({ path }) => path.endsWith(':access'))).toHaveLength(1);
  });

  test('whose secret is not there waits for its next attempt, and says which', async () => {
    const headers = { 'X-Api-Key': { secret: 'projects/benefits/secrets/none/versions/1' } };
    expect(await send({ headers })).toMatchObject([
      {
        kind: 'attempt-failed',
        error:
          'the secret projects/benefits/secrets/none/versions/1 could not be read: HTTP 404: Secret not found.',
      },
    ]);
    expect(target.arrived).toEqual([]);
  });

  test('never shows a secret that no header can hold', async () => {
    google.secrets.set('projects/benefits/secrets/key/versions/1', 'open\nsesame');
    const headers = { 'X-Api-Key': { secret: 'projects/benefits/secrets/key/versions/1' } };
    const letters = await send({ headers });
    expect(letters).toMatchObject([{ kind: 'ended', outcome: 'failed', final: true }]);
    expect(JSON.stringify(letters)).not.toContain('sesame');
  });

  test('without a token says so, and the target is not blamed', async () => {
    await google.close();
    const [letter] = await send({ auth: { oidc: { audience: 'statements' } } });
    expect(letter).toMatchObject({
      kind: 'attempt-failed',
      error: expect.stringMatching(/^no ID token for the audience statements: /),
    });
  });
});
