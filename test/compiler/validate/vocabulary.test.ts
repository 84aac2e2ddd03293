import { describe, expect, test } from 'vitest';
import { rewriteDate, rewriteInstant } from '../../../compiler/validate/rewrite-date.ts';
import { rewriteDuration } from '../../../compiler/validate/rewrite-duration.ts';
import { vocabulary } from '../../../compiler/validate/vocabulary.ts';
import { kindSchemas } from '../../../schema/kind-schemas.ts';

describe('The words of a tenant', () => {
  const definitions = Object.values(kindSchemas).flatMap(({ $defs = {} }) => Object.entries($defs));
  // A list of names may be a definition; what it holds has the word.
  const scalars = definitions
    .filter(
      ([, { type, enum: choice }]) =>
        choice === undefined && (Array.isArray(type) ? type : [type]).includes('string'),
    )
    .map(([name]) => name);

  test('exist for every definition of a text in the schemas', () => {
    expect([...new Set(scalars)].filter((name) => !(name in vocabulary))).toEqual([]);
  });

  test('exist for nothing else', () => {
    const names = new Set(definitions.map(([name]) => name));
    expect(Object.keys(vocabulary).filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('A duration', () => {
  test.each([
    ['90 minutes', '1h30m'],
    ['1 hour and 30 minutes', '1h30m'],
    ['1.5h', '1h30m'],
    ['30m1h', '1h30m'],
    ['1:30', '1h30m'],
    ['01:30:15', '1h30m15s'],
    ['PT15M', '15m'],
    ['P1DT2H', '1d2h'],
    ['2 weeks', '14d'],
    ['5min', '5m'],
    ['1H', '1h'],
    ['90', undefined],
    ['500ms', undefined],
    ['0.5s', undefined],
    ['0s', undefined],
    ['P1M', undefined],
    ['soon', undefined],
    ['1h soon', undefined],
  ])('written as %j is rewritten as %j', (text, expected) => {
    expect(rewriteDuration(text)).toBe(expected);
  });
});

describe('A date', () => {
  test.each([
    ['28/03/2027', '2027-03-28'],
    ['3/28/2027', '2027-03-28'],
    ['28.3.2027', '2027-03-28'],
    ['20270328', '2027-03-28'],
    ['2027/3/8', '2027-03-08'],
    ['2027-03-28T00:00:00Z', '2027-03-28'],
    ['5.5.2027', '2027-05-05'],
    ['4/5/2027', undefined],
    ['2027-13-01', undefined],
    ['tomorrow', undefined],
  ])('written as %j is rewritten as %j', (text, expected) => {
    expect(rewriteDate(text)).toBe(expected);
  });
});

describe('An instant', () => {
  test.each([
    ['2027-03-28', '2027-03-28T00:00:00Z'],
    ['2027-03-28 01:30', '2027-03-28T01:30:00Z'],
    ['2027-03-28T01:30Z', '2027-03-28T01:30:00Z'],
    ['2027-03-28T01:30:00.000Z', '2027-03-28T01:30:00Z'],
    ['2027-03-28t01:30:00z', '2027-03-28T01:30:00Z'],
    ['2027-03-28T01:30:00+0100', '2027-03-28T01:30:00+01:00'],
    ['2027-03-28T01:30:00-5', undefined],
    ['2027-03-28T01:30:00 UTC', '2027-03-28T01:30:00Z'],
    ['2027-03-28T25:00:00Z', undefined],
    ['28 March 2027', undefined],
  ])('written as %j is rewritten as %j', (text, expected) => {
    expect(rewriteInstant(text)).toBe(expected);
  });
});
