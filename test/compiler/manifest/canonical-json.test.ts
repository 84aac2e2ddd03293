import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../compiler/manifest/canonical-json.ts';
import { digestOf } from '../../../compiler/manifest/digest-of.ts';

describe('Canonical JSON', () => {
  test('sorts keys by UTF-16 code units, as the example of RFC 8785 does', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
    const text = canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])));
    expect(text).toBe('{"\\r":0,"1":0,"\u0080":0,"\u00f6":0,"\u20ac":0,"\ud83d\ude00":0,"\ufb33":0}');
  });

  test.each([
    [[333333333.3333333, 1e30, 4.5, 2e-3, 1e-27], '[333333333.3333333,1e+30,4.5,0.002,1e-27]'],
    [-0, '0'],
    ['\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"/', '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'],
    [[null, true, false, {}, []], '[null,true,false,{},[]]'],
  ])('writes numbers and texts as RFC 8785 does: %j', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test('leaves out what is undefined, and nothing else', () => {
    expect(canonicalJson({ b: undefined, a: null })).toBe('{"a":null}');
  });

  test('keeps a key called __proto__', () => {
    expect(canonicalJson(JSON.parse('{"__proto__": 1, "a": 2}'))).toBe('{"__proto__":1,"a":2}');
  });

  test('refuses numbers that JSON does not have', () => {
    expect(() => canonicalJson([Number.NaN])).toThrow(RangeError);
  });

  test('is what digests are over', () => {
    // printf '{"a":1}' | sha256sum
    expect(digestOf({ a: 1 })).toBe(
      'sha256:015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862',
    );
  });
});
