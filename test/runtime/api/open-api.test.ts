import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { createApi } from '../../../runtime/api/index.ts';
import { openSqliteLedger } from '../../../runtime/ledger-sqlite/index.ts';

async function documentOf(): Promise<Record<string, unknown>> {
  const ledger = openSqliteLedger({ file: ':memory:' });
  const api = createApi({ ledger, version: '0.1.0' });
  const document = JSON.parse(JSON.stringify(await api.document()));
  await api.close();
  await ledger.close();
  return document;
}

test('the document in docs/reference is the one of the routes', async () => {
  const text = `${JSON.stringify(await documentOf(), undefined, 2)}\n`;
  await expect(text).toMatchFileSnapshot('../../../docs/reference/openapi.json');
});

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(await documentOf());
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
});

test('every route has a summary, an answer with a schema, and problems for what goes wrong', async () => {
  const { paths } = (await documentOf()) as { readonly paths: Record<string, Record<string, Operation>> };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  expect(operations.length).toBeGreaterThan(25);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const { operationId, summary, responses } of operations) {
    expect(summary, operationId).toMatch(/^[A-Z]/);
    const kinds = Object.values(responses).flatMap(({ content = {} }) => Object.keys(content));
    expect(kinds, operationId).toContain('application/json');
  }
});

test('every change of state asks for a principal or for the token of a run', async () => {
  const { paths } = (await documentOf()) as { readonly paths: Record<string, Record<string, Operation>> };
  const silent = Object.entries(paths).flatMap(([path, { post }]) => {
    if (!post || path === '/v1/base') return [];
    const names = (post.parameters ?? []).map(({ name }) => name);
    return names.includes('x-almanac-principal') || names.includes('authorization') ? [] : [path];
  });
  expect(silent).toEqual([]);
});

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly { readonly name: string }[];
  readonly responses: Record<string, { readonly content?: Record<string, unknown> }>;
}
