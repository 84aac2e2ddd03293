import { describe, expect, test } from 'vitest';
import { readToken, tokenOf } from '../../../runtime/report/index.ts';

const secret = '11'.repeat(32);
const run = 'statement-run@2027-03-28T01:30:00Z#b-1';

describe('A token', () => {
  test('says which run it is for', () => {
    expect(readToken(secret, tokenOf(secret, 'benefits', run))).toEqual({ tenant: 'benefits', run });
  });

  test('is the same each time, so that every replica gives one run one token', () => {
    expect(tokenOf(secret, 'benefits', run)).toBe(tokenOf(secret, 'benefits', run));
  });

  test('goes into a header and an environment variable as it is', () => {
    expect(tokenOf(secret, 'benefits', run)).toMatch(/^[\w.-]+$/);
  });

  test('of another runtime opens nothing', () => {
    expect(readToken('22'.repeat(32), tokenOf(secret, 'benefits', run))).toBeUndefined();
  });

  test('of one run opens no other', () => {
    const [form, , signature] = tokenOf(secret, 'benefits', run).split('.');
    const other = Buffer.from('benefits/other@2027-03-28T01:30:00Z').toString('base64url');
    expect(readToken(secret, `${form}.${other}.${signature}`)).toBeUndefined();
  });

  test.each([
    '',
    '.',
    '..',
    'x',
    'almanac1',
    'almanac1.a',
    'almanac1.a.b',
    'almanac1.a.b.c',
    `${'x'.repeat(10_000)}`,
  ])('that is none (%#) is refused', (text) => {
    expect(readToken(secret, text)).toBeUndefined();
  });

  test('with something behind it is refused', () => {
    const token = tokenOf(secret, 'benefits', run);
    expect(readToken(secret, `${token}.x`)).toBeUndefined();
    expect(readToken(secret, token.slice(0, -1))).toBeUndefined();
  });
});
