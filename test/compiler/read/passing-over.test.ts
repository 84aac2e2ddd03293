import { describe, expect, test } from 'vitest';
import { checkText } from '../../../compiler/read/index.ts';

const tenant = `apiVersion: almanac/v1
kind: Tenant
metadata: { name: benefits }
spec: { owners: ["group:benefits@example.gov"] }
`;
const deployment = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\n';

function check(text: string, named = false) {
  const result = checkText({ path: 'a.yaml', bytes: new TextEncoder().encode(text), named });
  return {
    names: result.documents.map(({ name }) => name),
    codes: result.diagnostics.map(({ code }) => code),
    passedOver: result.passedOver,
  };
}

describe('Documents of other programs', () => {
  test.each([
    ['of Kubernetes', deployment, 1],
    ['of Kubernetes, one of them a Job', `${deployment}---\napiVersion: batch/v1\nkind: Job\n`, 2],
    ['that are no mapping', '- one\n- two\n---\njust text\n', 2],
    ['that mention ours', 'apiVersion: v1\nkind: Pod\nspec: { image: registry/almanac/web }\n', 1],
    ['with keys twice, which is theirs to mend', `image: almanac/web\n${deployment}kind: Pod\n`, 1],
  ])('are passed over and counted: %s', (_, text, passedOver) => {
    expect(check(text)).toEqual({ names: [], codes: [], passedOver });
    expect(check(text, true)).toEqual({ names: [], codes: [], passedOver });
  });

  test('stand beside ours in one file', () => {
    expect(check(`${deployment}---\n${tenant}---\n${deployment}`)).toEqual({
      names: ['benefits'],
      codes: [],
      passedOver: 2,
    });
  });
});

describe('A text that is not YAML', () => {
  const broken = 'kind: {{ .Values.kind }}\n  a: [\n';

  test('is passed over where it was only found', () => {
    expect(check(broken)).toEqual({ names: [], codes: [], passedOver: 1 });
  });

  test('is an error where it was named', () => {
    expect(check(broken, true)).toEqual({ names: [], codes: ['yaml-syntax'], passedOver: 0 });
  });

  test('is an error where it holds `almanac/`', () => {
    expect(check(`apiVersion: almanac/v1\n${broken}`).codes).toEqual(['yaml-syntax']);
  });

  test('does not take the other documents of its file with it', () => {
    expect(check(`${broken}---\n${tenant}`)).toEqual({ names: ['benefits'], codes: [], passedOver: 1 });
  });
});

describe('A document that is nearly ours', () => {
  test.each([
    'Almanac/v1',
    'almnac/v1',
    'almanacs/v1',
    'almanac.v1',
    'almanac',
    'alamnac/v1',
    '"ALMANAC/V1"',
  ])('is not passed over in silence: apiVersion %s', (apiVersion) => {
    expect(check(tenant.replace('almanac/v1', apiVersion)).codes).toEqual(['schema-api-version']);
  });

  test.each(['apps/v1', 'v1', 'batch/v1', 'manacle/v1', 'argoproj.io/v1alpha1'])(
    'is told from one that is not: apiVersion %s',
    (apiVersion) => {
      expect(check(tenant.replace('almanac/v1', apiVersion)).codes).toEqual([]);
    },
  );

  test('is known by its kind, if its file was named', () => {
    const text = tenant.replace('apiVersion: almanac/v1\n', '');
    expect(check(text, true).codes).toEqual(['schema-missing-key']);
  });
});

describe('Files of several documents', () => {
  test.each([
    ['a marker at the start and at the end', `---\n${tenant}---\n`, 1],
    [
      'comments before, between and behind',
      `# a\n---\n# b\n${tenant}---\n# c\n---\n${tenant.replace('benefits', 'other')}# d\n`,
      2,
    ],
    ['the end of a document marked', `${tenant}...\n---\n${tenant.replace('benefits', 'other')}...\n`, 2],
    [
      'a document without marker behind an end',
      `${tenant}...\n# c\n${tenant.replace('benefits', 'other')}`,
      2,
    ],
    ['a comment behind the marker', `--- # the tenant\n${tenant}`, 1],
    [
      'a document on the line of its marker',
      `--- {apiVersion: almanac/v1, kind: Tenant, metadata: {name: a}, spec: {owners: [x]}}\n`,
      1,
    ],
    ['the version of YAML', `%YAML 1.2\n---\n${tenant}`, 1],
  ])('may have %s', (_, text, count) => {
    const { names, codes, passedOver } = check(text, true);
    expect({ count: names.length, codes, passedOver }).toEqual({ count, codes: [], passedOver: 0 });
  });

  test('a line that only looks like a marker is none', () => {
    const text = tenant.replace('group:benefits@example.gov', 'a\n    ---b\n    ...c');
    expect(check(text)).toMatchObject({ names: ['benefits'], codes: [] });
  });
});
