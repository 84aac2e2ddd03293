import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkText } from '../../../compiler/read/index.ts';
import { kinds } from '../../../schema/declared.ts';
import { kindSchemas } from '../../../schema/kind-schemas.ts';
import { validators } from '../../../schema/validators.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const examples = kinds.map((kind) => kindSchemas[kind].examples![0] as Json);
const words = [
  ...new Set(
    Object.values(kindSchemas).flatMap(({ $defs = {} }) =>
      Object.values($defs).flatMap(({ properties = {} }) => Object.keys(properties)),
    ),
  ),
];

const scalar: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    false,
    0,
    -1,
    90,
    1.5,
    '',
    ' ',
    'no',
    '1:30',
    '90 minutes',
    '30 1 * * *',
    '2027-03-28',
  ),
  fc.constantFrom<Json>('skp', 'Forbid', 'https://u:p@x', 'A B', 'cron:x', '@daily', '~', 'a/b~c'),
  fc.string({ maxLength: 8 }),
);
const value: fc.Arbitrary<Json> = fc.oneof(
  { weight: 3, arbitrary: scalar },
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom(...words), scalar, { maxKeys: 3 }),
);
const key = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...words) },
  fc.constantFrom('shedule', 'timezone', 'suspend', 'constructor', 'toString', 'cron:"x"', 'a/b~c', '10', ''),
  fc.string({ minLength: 1, maxLength: 8 }),
);

type Change = readonly [kind: 'put' | 'remove' | 'rename' | 'lift', at: number, key: string, value: Json];
const change: fc.Arbitrary<Change> = fc.tuple(
  fc.constantFrom('put', 'put', 'remove', 'rename', 'lift'),
  fc.nat(1_000),
  key,
  value,
);

/** Declarations that are right but for up to four changes of their structure. */
const nearlyRight = fc
  .tuple(fc.constantFrom(...examples), fc.array(change, { minLength: 1, maxLength: 4 }))
  .map(([example, changes]) => {
    const document = structuredClone(example);
    for (const one of changes) apply(document, one);
    return document;
  });

/** Makes one change in one of the document's mappings; its head stays, so that its schema is known. */
function apply(document: Json, [kind, at, name, content]: Change): void {
  const places: { mapping: { [key: string]: Json }; parent?: { [key: string]: Json } }[] = [];
  const collect = (node: Json, parent?: { [key: string]: Json }) => {
    if (Array.isArray(node)) for (const item of node) collect(item, parent);
    else if (typeof node === 'object' && node !== null) {
      places.push(parent ? { mapping: node, parent } : { mapping: node });
      for (const child of Object.values(node)) collect(child, node);
    }
  };
  collect(document);
  const { mapping, parent } = places[at % places.length]!;
  const keys = Object.keys(mapping).filter((one) => one !== 'apiVersion' && one !== 'kind');
  const old = keys[at % Math.max(keys.length, 1)];
  if (name === '__proto__' || name === 'apiVersion' || name === 'kind') return;
  if (kind === 'put') mapping[at % 2 === 0 && old !== undefined ? old : name] = content;
  else if (old === undefined) return;
  else {
    const moved = mapping[old]!;
    delete mapping[old];
    if (kind === 'rename') mapping[name] = moved;
    if (kind === 'lift' && parent) parent[old] = moved;
  }
}

describe('Safety: whatever the declaration', () => {
  test('what a schema refuses is remarked, what it takes is not, and all in a tenant’s words', () => {
    let refused = 0;
    fc.assert(
      fc.property(nearlyRight, (document) => {
        // JSON is YAML.
        const bytes = new TextEncoder().encode(JSON.stringify(document, null, 2));
        const { documents, diagnostics } = checkText({ path: 'a.yaml', bytes, named: true });
        const { kind } = document as { kind: (typeof kinds)[number] };
        const errors = diagnostics.filter(({ severity }) => severity === 'error');
        // Whether the reader itself refuses it (an empty key, say) the schema does not know.
        if (errors.some(({ code }) => !code.startsWith('schema-'))) return;
        expect(errors.length === 0).toBe(validators[kind](document));
        expect(documents).toHaveLength(errors.length === 0 ? 1 : 0);
        refused += Math.min(errors.length, 1);
        for (const { message, help = '', span } of errors) {
          const ours = `${message} ${help}`.replace(/`[^`]*`/g, '');
          expect(ours).not.toMatch(
            /undefined|\[object|NaN|\$defs|instancePath|\b(?:object|array|boolean|integer)\b/,
          );
          expect(message).toMatch(/^[a-z`].*[^.]$/s);
          expect(span!.line).toBeGreaterThan(0);
        }
      }),
      { seed: 2027, numRuns: 100_000, interruptAfterTimeLimit: 2_000, markInterruptAsFailure: false },
    );
    // A busy machine tries fewer.
    expect(refused).toBeGreaterThan(10);
  });
});
