import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { renderDiagnostic } from '../../../../compiler/diagnostics/index.ts';
import { checkText, readCodes, readText, readYaml } from '../../../../compiler/read/index.ts';
import { schemaCodes } from '../../../../compiler/validate/index.ts';
import type { Diagnostic } from '../../../../schema/diagnostic.ts';
import { corpus } from './corpus.ts';
import { mutant } from './mutant.ts';

/** A text is answered within this, however it is made; the promise is one second on a small machine that is idle. */
const answeredMs = 3_000;

/** About two seconds for each law, and the same texts each time. */
const run = {
  seed: 2027,
  numRuns: 100_000,
  interruptAfterTimeLimit: 2_000,
  markInterruptAsFailure: false,
} as const;

const codes = new Set(Object.keys({ ...readCodes, ...schemaCodes }));
const utf8 = new TextEncoder();

describe('Safety: whatever the text', () => {
  test('reading never throws, never takes long, and says only what can be shown', () => {
    fc.assert(
      fc.property(
        fc.oneof({ weight: 4, arbitrary: mutant }, fc.string({ unit: 'binary', maxLength: 400 })),
        (text) => {
          const start = performance.now();
          const { diagnostics } = checkText({ path: 'a.yaml', bytes: utf8.encode(text), named: true });
          expect(performance.now() - start).toBeLessThan(answeredMs);
          expect(diagnostics.length).toBeLessThanOrEqual(101);
          for (const diagnostic of diagnostics) expectSound(diagnostic, text);
        },
      ),
      run,
    );
  });

  test('bytes that are no text are answered too', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.nat(corpus.length - 1),
        fc.nat(2_000),
        (bytes, index, at) => {
          const original = corpus[index]!;
          const mixed = Uint8Array.of(...original.slice(0, at), ...bytes, ...original.slice(at, 4_000));
          const { diagnostics } = checkText({ path: 'a.yaml', bytes: mixed, named: true });
          for (const diagnostic of diagnostics) expect(codes).toContain(diagnostic.code);
          readYaml('almanac.config.yaml', mixed);
        },
      ),
      { ...run, interruptAfterTimeLimit: 1_000 },
    );
  });
});

describe('What is read', () => {
  test('is what the yaml package makes of the whole file, wherever nothing is remarked', () => {
    let compared = 0;
    fc.assert(
      fc.property(mutant, (text) => {
        const expected = wholeFile(withoutMarks(text));
        const { documents, diagnostics } = readText({
          path: 'a.yaml',
          bytes: utf8.encode(text),
          named: true,
        });
        if (expected === undefined || diagnostics.length > 0) return;
        // Nearly ours counts as ours here, so that it can be remarked; the package has no opinion on it.
        const found = documents.map(({ value }) => value).filter(isOurs);
        compared += found.length;
        expect(found).toEqual(expected);
      }),
      run,
    );
    expect(compared).toBeGreaterThan(100);
  });

  test('stands where it is said to stand', () => {
    let compared = 0;
    fc.assert(
      fc.property(mutant, (text) => {
        const { documents } = readText({ path: 'a.yaml', bytes: utf8.encode(text), named: true });
        const lines = withoutMarks(text).split('\n');
        for (const { value, positions } of documents) {
          for (const [pointer, [line, column, endLine, endColumn]] of Object.entries(positions)) {
            const written = lines[line - 1]!.slice(column - 1, endColumn - 1);
            // Of what stands on one line the text alone is the value again.
            if (line !== endLine || pointer.endsWith('#key') || /^[*|>]/.test(written)) continue;
            compared++;
            expect(parse(written, { uniqueKeys: false })).toEqual(valueAt(value, pointer));
          }
        }
      }),
      { ...run, numRuns: 1_000 },
    );
    expect(compared).toBeGreaterThan(100);
  });

  test('is the same again from a memo that went through JSON', () => {
    fc.assert(
      fc.property(mutant, (text) => {
        const input = { path: 'a.yaml', bytes: utf8.encode(text), named: true };
        const records = new Map<string, string>();
        const memo = {
          get: (key: string) => (records.has(key) ? JSON.parse(records.get(key)!) : undefined),
          set: (key: string, record: unknown) => void records.set(key, JSON.stringify(record)),
        };
        const first = checkText(input, memo);
        const second = checkText(input, memo);
        expect(second.diagnostics).toEqual(first.diagnostics);
        expect(second.refused).toEqual(first.refused);
        expect(JSON.stringify(second.documents)).toBe(JSON.stringify(first.documents));
      }),
      { ...run, interruptAfterTimeLimit: 1_500 },
    );
  });
});

function expectSound(diagnostic: Diagnostic, text: string): void {
  expect(codes).toContain(diagnostic.code);
  expect(diagnostic.message).toMatch(/^[^\n]{1,400}$/);
  expect(diagnostic.help ?? '').toMatch(/^[^\n]{0,600}$/);
  const { line, column, endLine, endColumn } = diagnostic.span!;
  const lineCount = text.split('\n').length;
  expect(line).toBeGreaterThanOrEqual(1);
  expect(column).toBeGreaterThanOrEqual(1);
  expect(line).toBeLessThanOrEqual(lineCount);
  expect(endLine).toBeLessThanOrEqual(lineCount);
  expect(endLine * 1e9 + endColumn).toBeGreaterThanOrEqual(line * 1e9 + column);
  expect(renderDiagnostic(diagnostic, text, { colour: false })).not.toContain('undefined');
}

/** A text without the byte-order marks that reading drops: those at the start of a line. */
function withoutMarks(text: string): string {
  return text.replace(/(^|\n)\ufeff+/g, '$1');
}

/** The values of Almanac's documents in a file, as the yaml package reads all of it; undefined where it cannot. */
function wholeFile(text: string): unknown[] | undefined {
  try {
    const documents = parseAllDocuments(text, { version: '1.2', uniqueKeys: false, logLevel: 'silent' });
    if (!Array.isArray(documents) || documents.some(({ errors }) => errors.length > 0)) return undefined;
    return documents.map((document) => document.toJS() as unknown).filter(isOurs);
  } catch {
    // An alias without an anchor, or one that goes round.
    return undefined;
  }
}

function isOurs(value: unknown): boolean {
  const apiVersion =
    typeof value === 'object' && value !== null && 'apiVersion' in value ? value.apiVersion : '';
  return typeof apiVersion === 'string' && apiVersion.startsWith('almanac/');
}

function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((at, key) => (at as Record<string, unknown>)[key], value);
}
