import { describe, expect, test } from 'vitest';
import { checkText, readText, readYaml } from '../../../compiler/read/index.ts';
import { spanAt } from '../../../schema/declared.ts';

const text = `# A comment before it.
---
apiVersion: almanac/v1
kind: Job
metadata: { tenant: benefits, name: "statement-run" }
spec:
  schedule:
    cron:
      - 30 1 * * *
      - "0 9 * * 1"

    zone: Europe/London
  policy: nightly
  description: |
    Sends letters.

    Twice.

  target:
    http:
      url: https://statements.example.gov/run
      body:
        '10': ten
        a/b~c: slash
        2: two
        empty:
        shared: &shared { x: 1 }
        again: *shared
`;

const input = { path: 'jobs.yaml', bytes: new TextEncoder().encode(text), named: true };

describe('The place of a value', () => {
  const [document] = readText(input).documents;
  const lines = text.split('\n');
  const at = (pointer: string) => {
    const [line, column, endLine, endColumn] = document!.positions[pointer]!;
    return endLine === line
      ? lines[line - 1]!.slice(column - 1, endColumn - 1)
      : `${line}:${column}-${endLine}:${endColumn}`;
  };

  test.each([
    ['/kind', 'Job'],
    ['/kind#key', 'kind'],
    ['/metadata', '{ tenant: benefits, name: "statement-run" }'],
    ['/metadata/name', '"statement-run"'],
    ['/spec/schedule/cron/0', '30 1 * * *'],
    ['/spec/schedule/cron/1', '"0 9 * * 1"'],
    ['/spec/schedule/cron', '9:7-10:20'],
    ['/spec/schedule', '8:5-12:24'],
    ['/spec/schedule/zone#key', 'zone'],
    ['/spec/description', '14:16-17:11'],
    ['/spec/target/http/body/10', 'ten'],
    ['/spec/target/http/body/10#key', "'10'"],
    ['/spec/target/http/body/2', 'two'],
    ['/spec/target/http/body/a~1b~0c', 'slash'],
    ['/spec/target/http/body/empty', ''],
    ['/spec/target/http/body/shared/x', '1'],
    ['/spec/target/http/body/again', '*shared'],
  ])('%s is that of its text, quotes included', (pointer, expected) => {
    expect(at(pointer)).toBe(expected);
  });

  test('inside an alias is where it is written', () => {
    expect(document!.positions['/spec/target/http/body/again/x']).toEqual(
      document!.positions['/spec/target/http/body/shared/x'],
    );
  });

  test('of the document is its first key', () => {
    expect(document!.line).toBe(3);
    expect(document!.positions['']).toEqual([3, 1, 28, 23]);
  });

  test('is found for every value and every key', () => {
    const expected: string[] = [];
    const walk = (value: unknown, pointer: string) => {
      expected.push(pointer);
      if (typeof value !== 'object' || value === null) return;
      for (const [key, child] of Object.entries(value)) {
        const below = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        if (!Array.isArray(value)) expected.push(`${below}#key`);
        walk(child, below);
      }
    };
    walk(document!.value, '');
    expect(Object.keys(document!.positions)).toEqual(expected);
  });

  test('serves a span, of the nearest place above if the pointer has none', () => {
    expect(spanAt(document!, '/spec/policy')).toMatchObject({ file: 'jobs.yaml', line: 13, column: 11 });
    expect(spanAt(document!, '/spec/schedule/every')).toMatchObject({ line: 8, column: 5 });
  });

  test('is the same data however it is taken out', () => {
    const copy = JSON.parse(JSON.stringify(document!.positions));
    expect({ ...document!.positions }).toEqual(copy);
    expect('/spec' in document!.positions).toBe(true);
    expect('/nothing' in document!.positions).toBe(false);
  });
});

test('Windows line breaks change no line and no column', () => {
  const crlf = new TextEncoder().encode(text.replaceAll('\n', '\r\n'));
  const [document] = readText({ ...input, bytes: crlf }).documents;
  const [expected] = readText(input).documents;
  expect(document!.value).toEqual(expected!.value);
  expect({ ...document!.positions }).toEqual({ ...expected!.positions });
});

test('a byte-order mark changes nothing, at the start of a file or of a file put behind another', () => {
  const policy = 'kind: Deployment\n---\n';
  const marked = new TextEncoder().encode(`\ufeff${policy}\ufeff${text}`);
  const [document] = readText({ ...input, bytes: marked }).documents;
  expect(document).toMatchObject({ line: 5, value: { kind: 'Job' } });
});

test('documents further down in a file have the lines of the file', () => {
  const bytes = new TextEncoder().encode(`${text}---\n${text}`);
  const { documents, diagnostics } = checkText({ ...input, bytes });
  expect(diagnostics).toEqual([]);
  expect(documents.map(({ line }) => line)).toEqual([3, 32]);
  expect(documents[1]!.positions['/spec/policy']).toEqual([42, 11, 42, 18]);
});

test('a configuration is read with places, whatever it declares', () => {
  const { document, diagnostics } = readYaml(
    'almanac.config.yaml',
    new TextEncoder().encode('rules:\n  burst: off\n'),
  );
  expect(diagnostics.map(({ code, span }) => [code, span?.file])).toEqual([
    ['yaml-ambiguous', 'almanac.config.yaml'],
  ]);
  expect(document).toMatchObject({ value: { rules: { burst: 'off' } }, line: 1 });
  expect(document!.positions['/rules/burst']).toEqual([2, 10, 2, 13]);
});

test('a configuration that is empty has the value null, and one that is not YAML has none', () => {
  expect(readYaml('c.yaml', new Uint8Array()).document).toMatchObject({ value: null });
  expect(readYaml('c.yaml', new TextEncoder().encode('a: [1')).document).toBeUndefined();
});
