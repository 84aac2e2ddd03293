import { describe, expect, test } from 'vitest';
import { checkText } from '../../../compiler/read/index.ts';

const job = (name: string) => `apiVersion: almanac/v1
kind: Job
metadata: { tenant: benefits, name: ${name} }
spec:
  schedule: { cron: "30 1 * * *", zone: Europe/London }
  policy: nightly
  target: { http: { url: "https://statements.example.gov/run" } }
`;

function countingMemo() {
  const records = new Map<string, string>();
  const counts = { found: 0, made: 0 };
  return {
    counts,
    get(key: string): unknown {
      const record = records.get(key);
      if (record !== undefined) counts.found++;
      return record === undefined ? undefined : JSON.parse(record);
    },
    set(key: string, record: unknown): void {
      counts.made++;
      records.set(key, JSON.stringify(record));
    },
  };
}

function input(path: string, text: string) {
  return { path, bytes: new TextEncoder().encode(text), named: false };
}

describe('A memo', () => {
  const text = `${job('a')}---\n${job('b')}---\n${job('c').replace('policy', 'polcy')}`;

  test('makes no difference but in time, in the same file and in another', () => {
    const memo = countingMemo();
    for (const path of ['a.yaml', 'b.yaml']) {
      const plain = checkText(input(path, text));
      const known = checkText(input(path, text), memo);
      const show = (result: typeof plain) =>
        JSON.stringify({
          ...result,
          documents: result.documents.map((one) => ({ ...one, positions: { ...one.positions } })),
        });
      expect(show(known)).toBe(show(plain));
    }
    expect(memo.counts).toEqual({ found: 3, made: 3 });
  });

  test('knows a document wherever it stands in a file', () => {
    const memo = countingMemo();
    checkText(input('a.yaml', `${job('a')}---\n${job('b')}`), memo);
    const { documents } = checkText(input('a.yaml', `${job('x')}---\n${job('b')}---\n${job('a')}`), memo);
    expect(memo.counts).toEqual({ found: 2, made: 3 });
    expect(documents.map(({ name, line }) => [name, line])).toEqual([
      ['x', 1],
      ['b', 9],
      ['a', 17],
    ]);
  });

  test('is asked nothing about documents of other programs', () => {
    const memo = countingMemo();
    checkText(input('a.yaml', 'apiVersion: v1\nkind: Pod\n'), memo);
    expect(memo.counts).toEqual({ found: 0, made: 0 });
  });
});

test('a document with an error is told of by name, so that what refers to it is not called mistaken too', () => {
  const { documents, refused } = checkText(
    input('a.yaml', `${job('a')}---\n${job('b').replace('policy', 'polcy')}`),
  );
  expect(documents.map(({ name }) => name)).toEqual(['a']);
  expect(refused).toEqual([{ kind: 'Job', tenant: 'benefits', name: 'b', file: 'a.yaml', line: 9 }]);
});

test('keys that every object has are keys like others', () => {
  const text = `${job('constructor')}  labels: { constructor: a, toString: b, hasOwnProperty: c }\n`;
  const { documents, diagnostics } = checkText(input('a.yaml', text));
  expect(diagnostics).toEqual([]);
  expect(documents[0]).toMatchObject({ name: 'constructor' });
  expect(Object.entries((documents[0]!.value as { spec: { labels: object } }).spec.labels)).toEqual([
    ['constructor', 'a'],
    ['toString', 'b'],
    ['hasOwnProperty', 'c'],
  ]);
});
