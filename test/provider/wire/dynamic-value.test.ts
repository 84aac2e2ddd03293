import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readJson, readValue, writeValue } from '../../../provider/wire/dynamic-value.ts';
import { shapeText } from '../../../provider/wire/shape.ts';
import { unknown, type Value } from '../../../provider/wire/value.ts';

const shape = {
  object: {
    text: 'string',
    number: 'number',
    flag: 'bool',
    list: { list: 'string' },
    map: { map: 'string' },
    inner: { object: { text: 'string' } },
  },
} as const;

const read = (hex: string, of: Parameters<typeof readValue>[1]) =>
  readValue({ msgpack: Buffer.from(hex, 'hex'), json: new Uint8Array() }, of);
const write = (value: Value, of: Parameters<typeof readValue>[1]) =>
  Buffer.from(writeValue(value, of).msgpack).toString('hex');

describe("Terraform's values", () => {
  test.each([
    ['null', null, 'string', 'c0'],
    ['text', 'é', 'string', 'a2c3a9'],
    ['an integer', 3, 'number', '03'],
    ['a fraction', 1.5, 'number', 'cb3ff8000000000000'],
    ['an integer of 64 bits', 9_223_372_036_854_775_807n, 'number', 'cf7fffffffffffffff'],
    ['an unknown', unknown, 'string', 'd40000'],
    ['a list with an unknown', ['a', unknown], { list: 'string' }, '92a161d40000'],
    ['an empty map', {}, { map: 'string' }, '80'],
  ] as const)('%s has the bytes that Terraform writes', (_, value, of, hex) => {
    expect(write(value, of)).toBe(hex);
    expect(read(hex, of)).toEqual(value);
  });

  test('an object is written with all its attributes, and what is left out is null', () => {
    expect(write({ text: 'x' }, { object: { text: 'string', flag: 'bool' } })).toBe(
      '82a474657874a178a4666c6167c0',
    );
  });

  test('whatever extension says that something is unknown, it is', () => {
    // The prefix of a text that is known in part: extension 12.
    expect(read('c7070c8201c202a2752d', 'string')).toBe(unknown);
    expect(read('d47f00', 'string')).toBe(unknown);
  });

  test('a number that neither integer nor float can hold comes as text', () => {
    expect(read('a3312e35', 'number')).toBe(1.5);
  });

  test('state in JSON loses what the schema does not know, and what it lacks is null', () => {
    const bytes = Buffer.from('{"text":"x","gone":1,"inner":{"text":"y"}}');
    expect(readJson(bytes, shape)).toEqual({
      text: 'x',
      number: null,
      flag: null,
      list: null,
      map: null,
      inner: { text: 'y' },
    });
  });

  test('any value comes back as it went', () => {
    const leaf = fc.oneof(fc.string(), fc.constant(null), fc.constant(unknown));
    const value = fc.record({
      text: leaf,
      number: fc.oneof(
        fc.maxSafeInteger(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0)),
        fc.constant(unknown),
      ),
      flag: fc.oneof(fc.boolean(), fc.constant(null)),
      list: fc.oneof(fc.array(leaf), fc.constant(unknown)),
      map: fc.dictionary(
        fc.string().filter((key) => key !== '__proto__'),
        leaf,
      ),
      inner: fc.oneof(fc.record({ text: leaf }), fc.constant(null)),
    });
    fc.assert(
      fc.property(value, (given) => {
        expect(read(write(given as Value, shape), shape)).toEqual(given);
      }),
    );
  });

  test('a type is the JSON that Terraform reads', () => {
    expect(shapeText(shape)).toBe(
      '["object",{"text":"string","number":"number","flag":"bool","list":["list","string"],"map":["map","string"],"inner":["object",{"text":"string"}]}]',
    );
  });
});
