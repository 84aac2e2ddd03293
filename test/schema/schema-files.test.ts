import { describe, expect, test } from 'vitest';
import { kinds } from '../../schema/declared.ts';
import { compileSchema } from '../../schema/generate/validators.js';
import { schemaFiles } from '../../schema/schema-files.ts';

const files = schemaFiles().map(({ name, text }) => ({ name, schema: JSON.parse(text) }));

test('there is a file for each kind, one for any kind, one for each format, and one for the configuration', () => {
  expect(files.map(({ name }) => name)).toEqual(
    [
      ...kinds,
      'declaration',
      'manifest',
      'plan',
      'fires',
      'snapshot',
      'explanation',
      'history',
      'missing',
      'upcoming',
      'backlog',
      'almanac-config',
    ].map((name) => `${name.toLowerCase()}.schema.json`),
  );
});

test.each(files)('$name is a strict schema of 2020-12 under its own address', ({ name, schema }) => {
  expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
  expect(schema.$id).toBe(`https://almanac.dev/schema/v1/${name}`);
  expect(() => compileSchema(schema)).not.toThrow();
});

describe('the schema of any kind', () => {
  const validate = compileSchema(files.find(({ name }) => name === 'declaration.schema.json')?.schema);

  test.each(files.slice(0, kinds.length))('takes what $name takes', ({ schema }) => {
    expect(validate(schema.examples[0])).toEqual([]);
  });

  test('reports a mistake by the kind that the document has, and by no other', () => {
    const policy = {
      apiVersion: 'almanac/v1',
      kind: 'Policy',
      metadata: { tenant: 'a', name: 'b' },
      spec: {},
    };
    const missing = validate(policy).filter(({ keyword }) => keyword === 'required');
    expect(missing.map(({ params }) => params['missingProperty'])).toEqual([
      'lateAfter',
      'horizon',
      'overlap',
      'catchUp',
      'dst',
    ]);
  });

  test('refuses a kind that it does not know', () => {
    expect(validate({ apiVersion: 'almanac/v1', kind: 'Jobs' })).toMatchObject([{ instancePath: '/kind' }]);
  });
});
