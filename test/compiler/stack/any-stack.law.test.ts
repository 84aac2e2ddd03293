// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are templates of Terraform

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attributesOf, checkValues, readStacks, valuesOf } from '../../../compiler/stack/index.ts';
import { kinds } from '../../../schema/declared.ts';
import { kindSchemas } from '../../../schema/kind-schemas.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const examples = kinds.map((kind) => ({
  kind,
  values: valuesOf(kind, kindSchemas[kind].examples![0]) as Json,
}));
const words = kinds.flatMap((kind) => attributesOf(kind).attributes.map(({ name }) => name));
const odd: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    false,
    0,
    -1,
    1e300,
    '',
    ' ',
    '{',
    '{}',
    '[]',
    '${',
    '%{',
    '$${',
    '${}',
    '${almanac_job.a.name}',
  ),
  fc.constantFrom<Json>([], {}, [[]], [null], [{}], { '': '' }, { a: { secret: 'b' } }, { __proto__: null }, [
    '~',
    '/',
    '~1',
  ]),
  fc.string({ maxLength: 8 }),
);
const name = fc.oneof(
  fc.constantFrom(...words, 'count', '//', '~', 'a/b', '__proto__', 'constructor', 'toString'),
  fc.string({ maxLength: 5 }),
);
const change = fc.tuple(fc.nat(1_000), name, odd);

/** A resource that is right but for up to four changes of its structure. */
const nearlyRight = fc
  .tuple(fc.constantFrom(...examples), fc.array(change, { minLength: 1, maxLength: 4 }))
  .map(([{ kind, values }, changes]) => {
    const body = structuredClone(values) as { [key: string]: Json };
    for (const [at, key, value] of changes) {
      const places: { [key: string]: Json }[] = [];
      const collect = (node: Json) => {
        if (Array.isArray(node)) for (const item of node) collect(item);
        else if (typeof node === 'object' && node !== null) {
          places.push(node);
          for (const inner of Object.values(node)) collect(inner);
        }
      };
      collect(body);
      const place = places[at % places.length]!;
      const old = Object.keys(place)[at % Math.max(1, Object.keys(place).length)];
      Object.defineProperty(place, at % 2 === 0 && old !== undefined ? old : key, {
        value: structuredClone(value),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return { kind, body };
  });

const settings = {
  seed: 2027,
  numRuns: 100_000,
  interruptAfterTimeLimit: 2_000,
  markInterruptAsFailure: false,
};

test('whatever the values of a resource are, they make a valid declaration or a remark at an attribute', () => {
  let refused = 0;
  fc.assert(
    fc.property(nearlyRight, ({ kind, body }) => {
      const { document, remarks } = checkValues(kind, body);
      expect(document.kind).toBe(kind);
      for (const { path, diagnostic } of remarks) {
        expect(diagnostic.severity).toBe('error');
        expect(diagnostic.message).toMatch(/^[a-z`].*[^.]$/s);
        expect(Array.isArray(path)).toBe(true);
      }
      refused += remarks.length === 0 ? 0 : 1;
    }),
    settings,
  );
  expect(refused).toBeGreaterThan(100);
});

test('whatever stands in a stack, it is a declaration, or a remark within the text', () => {
  fc.assert(
    fc.property(nearlyRight, fc.boolean(), ({ kind, body }, twice) => {
      const resource = { [attributesOf(kind).resourceType]: { a: body, ...(twice && { b: body }) } };
      const text = JSON.stringify({ resource }, null, 1);
      const lines = text.split('\n').length;
      const { documents, diagnostics, refused } = readStacks([
        { path: 'a.tf.json', bytes: new TextEncoder().encode(text), named: true },
      ]).get('a.tf.json')!;
      expect(documents.length + refused.length).toBe(twice ? 2 : 1);
      expect(diagnostics.length >= refused.length).toBe(true);
      for (const { span, message } of diagnostics) {
        expect(message).toMatch(/^[a-z`].*[^.]$/s);
        expect(span!.line).toBeGreaterThan(0);
        expect(span!.line).toBeLessThanOrEqual(lines);
      }
    }),
    settings,
  );
});

test('whatever the text is, it is answered', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.string({ unit: 'binary' })), (text) => {
      const bytes = new TextEncoder().encode(`${text}almanac_job`);
      expect(readStacks([{ path: 'a.tf.json', bytes, named: true }]).size).toBe(1);
    }),
    settings,
  );
});
