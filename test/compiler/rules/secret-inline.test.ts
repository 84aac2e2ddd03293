// cspell:ignore AKIA IOSFODNN hbGciOiJIUzI1NiJ9 lnbmF c2lnbmF0dXJl lnbm Nlcjpw
import { describe, expect, test } from 'vitest';
import { declare } from '../../support/declare.ts';
import { job, policy, tenant } from '../manifest/compile.ts';
import { findings } from './findings.ts';

const url = 'https://statements.example.gov/run';
const found = (target: object) =>
  findings(tenant, policy(), job('30 6 * * *', { target })).filter(({ code }) => code === 'secret-inline');

// None of these has ever been anybody's. Cut in two, so that scanners of this repository stay calm.
const fake = {
  aws: `AKIA${'IOSFODNN7EXAMPLE'}`,
  github: `ghp_${'a1'.repeat(18)}`,
  jwt: `eyJ${'hbGciOiJIUzI1NiJ9'}.${'eyJzdWIiOiIxIn0'}.${'c2lnbmF0dXJl'}`,
  key: `-----BEGIN ${'RSA PRIVATE KEY'}-----`,
};

describe('A credential that is written out', () => {
  test.each<[string, object, string]>([
    ['in a header', { http: { url, headers: { Authorization: 'Bearer abcdefgh1234' } } }, 'a bearer token'],
    [
      'in a header of basic auth',
      { http: { url, headers: { authorization: 'Basic dXNlcjpwYXNz' } } },
      'a user name and password',
    ],
    ['in a header that is named so', { http: { url, headers: { 'X-Api-Key': 'abcd1234' } } }, 'a credential'],
    [
      'in a query',
      { http: { url: `${url}?a=b&access_token=abcd1234` } },
      'a credential in the parameter `access_token`',
    ],
    [
      'deep in a body',
      { http: { url, body: { login: { user: 'a', clientSecret: 'abcd1234' } } } },
      'a credential',
    ],
    ['in a body of text', { http: { url, body: `id=${fake.aws}` } }, 'an access key of AWS'],
    ['in an environment', { command: { run: ['./x'], env: { DB_PASSWORD: 'hunter2!' } } }, 'a credential'],
    [
      'in an argument',
      { command: { run: ['./x', `--token=abcd1234`] } },
      'a credential in the option `token`',
    ],
    [
      'in a URL of a database',
      { command: { run: ['./x', 'postgres://app:abcd1234@db/app'] } },
      'a user name and password in a URL',
    ],
    [
      'in an attribute',
      { pubsub: { topic: 'projects/a/topics/b', attributes: { note: fake.github } } },
      'a token of GitHub',
    ],
    ['as a web token', { http: { url, headers: { 'X-Context': fake.jwt } } }, 'a JSON web token'],
    ['as a key', { http: { url, body: { pem: fake.key } } }, 'a private key'],
  ])('is found %s', (_, target, what) => {
    const quiet = { report: { finishWithin: '1h', lostAfter: '2h' } };
    const all = findings(tenant, policy(quiet), job('30 6 * * *', { target }));
    expect(all).toMatchObject([{ code: 'secret-inline', severity: 'error' }]);
    expect(all[0]?.message).toContain(`holds what looks like ${what}`);
  });

  test('is never repeated in what is said of it', () => {
    const secret = 'abcd1234-not-for-anyone';
    const said = JSON.stringify(
      found({
        http: {
          url: `${url}?token=${secret}`,
          headers: { Authorization: `Bearer ${secret}`, Cookie: secret },
          body: { password: secret, list: [`https://user:${secret}@example.gov/`] },
        },
      }),
    );
    expect(said).toContain('secret-inline');
    expect(said).not.toContain(secret);
  });

  test.each<[string, object]>([
    [
      'a reference',
      { http: { url, headers: { Authorization: { secret: 'projects/a/secrets/b/versions/latest' } } } },
    ],
    [
      'a name that only sounds like one',
      {
        command: {
          run: ['./x'],
          env: { TOKEN_TTL: '3600', SECRET_NAME: 'statements', PASSWORD_POLICY: 'strict-2024' },
        },
      },
    ],
    [
      'a variable that the receiver fills in',
      { command: { run: ['./x', '--password=$PASSWORD'], env: { API_KEY: '$API_KEY' } } },
    ],
    ['a switch', { http: { url, headers: { Cookie: 'none', Authorization: 'required' } } }],
    ['a word of prose', { http: { url, body: 'renew the token of each bearer' } }],
    ['an ordinary query', { http: { url: `${url}?key=statements&month=2027-01` } }],
    ['a path to a file', { command: { run: ['./x', '--private-key=/run/secrets/key'] } }],
    ['an audience', { http: { url, auth: { oidc: { audience: 'statements' } } } }],
  ])('is not %s', (_, target) => {
    expect(found(target)).toEqual([]);
  });

  test('is found in the URL of a channel', () => {
    const channel = declare('Channel', 'benefits/on-call', {
      webhook: { url: 'https://alerts.example.gov/hook?token=abcd1234' },
    });
    expect(findings(tenant, channel)).toMatchObject([{ code: 'secret-inline', subject: 'benefits/on-call' }]);
  });
});
