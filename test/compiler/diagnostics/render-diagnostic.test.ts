import { describe, expect, test } from 'vitest';
import { renderDiagnostic, renderDiagnostics, renderSummary } from '../../../compiler/diagnostics/index.ts';
import type { Diagnostic, Severity } from '../../../schema/diagnostic.ts';

const source = `apiVersion: almanac/v1
kind: Job

spec:
  shedule: { cron: "30 1 * * *", zone: Europe/London }
  policy: nightly
`;

function remark(line: number, column: number, endColumn: number, more: Partial<Diagnostic> = {}): Diagnostic {
  return {
    code: 'schema-unknown-key',
    severity: 'error',
    message: '`shedule` is not a key of `spec`',
    help: 'did you mean `schedule`?',
    span: { file: 'jobs.yaml', line, column, endLine: line, endColumn },
    ...more,
  };
}

function render(diagnostic: Diagnostic, text: string | undefined = source): string {
  return renderDiagnostic(diagnostic, text, { colour: false });
}

describe('A remark', () => {
  test('shows place, severity, code, the lines around it, what to do and where more is said', () => {
    expect(render(remark(5, 3, 10))).toBe(
      [
        'jobs.yaml:5:3: error: `shedule` is not a key of `spec` [schema-unknown-key]',
        '  4 │ spec:',
        '  5 │   shedule: { cron: "30 1 * * *", zone: Europe/London }',
        '    │   ^^^^^^^',
        '  6 │   policy: nightly',
        '  help: did you mean `schedule`?',
        '  docs: docs/diagnostics/schema-unknown-key.md',
      ].join('\n'),
    );
  });

  test('without the text of its file has no frame', () => {
    expect(renderDiagnostic(remark(5, 3, 10), undefined, { colour: false }).split('\n')).toHaveLength(3);
  });

  test('without a place is one line and its page', () => {
    const { span: _, help: __, ...nowhere } = remark(1, 1, 1);
    expect(render(nowhere)).toBe(
      'error: `shedule` is not a key of `spec` [schema-unknown-key]\n  docs: docs/diagnostics/schema-unknown-key.md',
    );
  });

  test('past the end of the text has no frame', () => {
    expect(render(remark(99, 1, 2)).split('\n')).toHaveLength(3);
  });

  test('shows another place of the same file with its line, and of another file by name', () => {
    const span = remark(4, 1, 5).span!;
    const text = render(
      remark(5, 3, 10, {
        related: [
          { message: 'it stands here first', span },
          { message: 'and here', span: { ...span, file: 'other.yaml' } },
        ],
      }),
    );
    expect(text).toContain('  note: jobs.yaml:4:1: it stands here first\n  4 │ spec:\n    │ ^^^^\n');
    expect(text).toContain('  note: other.yaml:4:1: and here\n  help:');
  });

  test('over several lines is marked to the end of the first', () => {
    const span = { file: 'jobs.yaml', line: 4, column: 1, endLine: 6, endColumn: 18 };
    expect(render(remark(1, 1, 1, { span }))).toContain('  4 │ spec:\n    │ ^^^^^\n');
  });

  test('with an empty stretch still has a caret', () => {
    expect(render(remark(2, 10, 10))).toContain('  2 │ kind: Job\n    │          ^\n');
  });
});

describe('A code frame', () => {
  test('shows a tab, and puts carets where they belong behind one', () => {
    expect(render(remark(1, 2, 5), '\tkey: value')).toContain('  1 │ →   key: value\n    │     ^^^\n');
  });

  test('knows letters of two columns, of none, and pictures', () => {
    const line = 'name: 統計 e\u0301 👩‍🚀 here';
    const at = line.indexOf('here') + 1;
    expect(render(remark(1, at, at + 4), line)).toContain(
      `  1 │ ${line}\n    │ ${' '.repeat('name: '.length + 4 + 1 + 1 + 1 + 2 + 1)}^^^^\n`,
    );
  });

  test('clips a long line around what is meant', () => {
    const line = `${'a'.repeat(5_000)}HERE${'b'.repeat(5_000)}`;
    const [, shown, carets] = render(remark(1, 5_001, 5_005), line).split('\n');
    expect(shown!.length).toBeLessThan(110);
    expect(shown).toMatch(/^ {2}1 │ …a+HEREb+…$/);
    expect(shown!.indexOf('HERE')).toBe(carets!.indexOf('^^^^'));
  });

  test('does not cut a picture in half', () => {
    const line = '😀'.repeat(200);
    for (const column of [1, 151, 152, 399]) {
      expect(render(remark(1, column, column + 2), line)).not.toMatch(
        /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/,
      );
    }
  });

  test('lets no text of a tenant command the terminal', () => {
    const evil = 'name: \u001b[2J\u001b]0;title\u0007 \u202egnp.exe';
    const shown = renderDiagnostic(
      remark(1, 7, 8, { message: `\`${evil}\``, help: evil, span: { ...remark(1, 7, 8).span!, file: evil } }),
      evil,
      { colour: false },
    );
    expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(shown).toContain('\\u{1b}[2J');
    expect(shown).toContain('\\u{202e}gnp.exe');
  });

  test('takes Windows line breaks and a byte-order mark for what they are', () => {
    expect(render(remark(2, 1, 5), '\ufeffa: b\r\nkind: Job\r\n')).toContain(
      '  1 │ a: b\n  2 │ kind: Job\n    │ ^^^^\n',
    );
  });
});

describe('What must not be shown', () => {
  const secret =
    'headers:\n  Authorization: "Bearer abc def"\n  Accept: text/plain\n  Key: |\n    abc\n    def\n';
  const masked = [
    remark(2, 18, 34, { masked: true }),
    { ...remark(4, 8, 9, { masked: true }), span: { ...remark(4, 8, 9).span!, endLine: 6, endColumn: 8 } },
  ];

  test('is stars in the frame of its remark, with the carets below them', () => {
    expect(render(masked[0]!, secret)).toContain(
      '  2 │   Authorization: ******* *** ****\n    │                  ^^^^^^^^^^^^^^^^\n',
    );
  });

  test('is stars in the frames of other remarks too, over all its lines', () => {
    const shown = renderDiagnostics([remark(3, 11, 21), ...masked], () => secret, { colour: false });
    expect(shown).toContain('  3 │   Accept: text/plain\n');
    expect(shown).toContain('  4 │   Key: *\n');
    expect(shown).not.toMatch(/abc|def/);
  });
});

describe('Colour', () => {
  test('is there only when asked for', () => {
    const csi = '\u001b[';
    expect(renderDiagnostic(remark(5, 3, 10), source, { colour: true })).toContain(csi);
    expect(render(remark(5, 3, 10))).not.toContain(csi);
  });
});

test('Several remarks have a blank line between them, and ask for each text once', () => {
  const asked: string[] = [];
  const shown = renderDiagnostics(
    [remark(1, 1, 2), remark(2, 1, 2)],
    (file) => {
      asked.push(file);
      return source;
    },
    { colour: false },
  );
  expect(shown.split('\n\n')).toHaveLength(2);
  expect(asked).toEqual(['jobs.yaml']);
});

describe('A summary', () => {
  const of = (...severities: Severity[]) => severities.map((severity) => remark(1, 1, 1, { severity }));

  test.each([
    [of(), 'nothing to remark'],
    [of('error'), '1 error in 1 file'],
    [of('warning', 'error', 'error', 'error'), '3 errors, 1 warning in 1 file'],
    [of('info', 'stop'), '1 stop, 1 info in 1 file'],
    [
      [...of('error'), { ...remark(1, 1, 1), span: { ...remark(1, 1, 1).span!, file: 'b' } }],
      '2 errors in 2 files',
    ],
    [[{ code: 'x', severity: 'warning', message: 'm' } as Diagnostic], '1 warning'],
  ])('of %# counts the worst first', (diagnostics, expected) => {
    expect(renderSummary(diagnostics)).toBe(expected);
  });
});
