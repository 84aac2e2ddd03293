import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kinds } from '../../schema/declared.ts';
import { validators } from '../../schema/generated/validators.gen.js';

test('every kind has a validator', () => {
  expect(Object.keys(validators)).toEqual([...kinds]);
});

test('the validators import nothing, so that a check starts quickly', () => {
  const code = readFileSync(new URL('../../schema/generated/validators.gen.js', import.meta.url), 'utf8');
  expect(code.match(/\brequire\s*\(|\bimport\b/)).toBeNull();
});

test('all mistakes of a document are reported together', () => {
  validators.Policy({ apiVersion: 'almanac/v1', kind: 'Policy', metadata: {}, spec: { lateAfter: 5 } });
  expect(validators.Policy.errors?.map(({ instancePath }) => instancePath)).toEqual([
    '/metadata',
    '/metadata',
    '/spec',
    '/spec',
    '/spec',
    '/spec',
    '/spec/lateAfter',
  ]);
});

test('an error says where it stands in the document and in the schema', () => {
  validators.Job({
    apiVersion: 'almanac/v1',
    kind: 'Job',
    metadata: { tenant: 'benefits', name: 'statement-run' },
    spec: {
      schedule: { cron: '30 1 * * *' },
      policy: 'nightly',
      target: { http: { url: 'x', timeout: '5' } },
    },
  });
  expect(validators.Job.errors).toEqual([
    {
      instancePath: '/spec/schedule',
      schemaPath: '#/properties/spec/properties/schedule/dependentRequired',
      keyword: 'dependentRequired',
      params: { property: 'cron', missingProperty: 'zone', depsCount: 1, deps: 'zone' },
    },
    expect.objectContaining({
      instancePath: '/spec/target/http/url',
      schemaPath: '#/$defs/httpUrl/pattern',
      keyword: 'pattern',
    }),
    expect.objectContaining({
      instancePath: '/spec/target/http/timeout',
      schemaPath: '#/$defs/duration/pattern',
      keyword: 'pattern',
    }),
  ]);
});
