import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { manifestCodes } from '../../../compiler/manifest/index.ts';
import { checkText, readCodes } from '../../../compiler/read/index.ts';
import { configCodes, planRules, rules } from '../../../compiler/rules/index.ts';
import { stackCodes } from '../../../compiler/stack/index.ts';
import { schemaCodes } from '../../../compiler/validate/index.ts';
import type { Severity } from '../../../schema/diagnostic.ts';

type Codes = Readonly<Record<string, Severity>>;

// cspell:ignore shedule

/** Every code there is, in the order of the catalogue. */
const chapters: readonly (readonly [title: string, codes: Codes])[] = [
  ['Files', only(readCodes, /^(?:file|too-many)-/)],
  ['Documents', only(readCodes, /^document-/)],
  ['YAML', only(readCodes, /^yaml-/)],
  ['Schemas', schemaCodes],
  ['Terraform stacks', stackCodes],
  ['Meaning', manifestCodes],
  ['Rules', Object.fromEntries(rules.map(({ name, severity }) => [name, severity]))],
  ['Rules on a plan', Object.fromEntries(planRules.map(({ name, severity }) => [name, severity]))],
  ['Configuration', configCodes],
];
const named = chapters.flatMap(([, chapter]) => Object.keys(chapter));
const codes = [...new Set(named)];
/** Refused where one answer undoes it, warned of where another does: one name for one harm. */
const refusedAndWarnedOf = ['catch-up-defeated'];

describe('The catalogue of diagnostics', () => {
  test('has each code once, but for what is refused in one form and warned of in another', () => {
    expect(named.filter((code, index) => named.indexOf(code) !== index)).toEqual(refusedAndWarnedOf);
  });

  test('has a page for each code, and no other', () => {
    const pages = readdirSync('docs/diagnostics').filter((name) => name !== 'README.md');
    expect(pages.sort()).toEqual(codes.map((code) => `${code}.md`).sort());
  });

  test('has a case for each code, and no other', () => {
    expect(readdirSync('test/cases/diagnostics').sort()).toEqual([...codes].sort());
  });

  // After a new page: `npx vitest run test/compiler/diagnostics -u`.
  test('lists them all, with what each is said of', async () => {
    await expect(catalogue()).toMatchFileSnapshot('../../../docs/diagnostics/README.md');
  });
});

describe('A page', () => {
  test.each(codes)('of %s says what, how bad, why and what to do', (code) => {
    const page = pageOf(code);
    expect(page).toMatch(
      /^# .*\n\n.+\.\n\nSeverity: .+\n\n## Why\n\n[\s\S]+\n\n## How to mend it\n\n[\s\S]+\n\n## Example\n/,
    );
    expect(page.split('\n')[0]).toBe(`# ${code}`);
    expect(/^Severity: (\w+)/m.exec(page)?.[1]).toBe(severityOf(code));
  });
});

describe('The example of a page', () => {
  const own = Object.keys({ ...readCodes, ...schemaCodes }).filter((code) => examplesOf(code).length > 0);

  test.each(own)('of %s gets it, and mended does not', (code) => {
    const [wrong, mended] = examplesOf(code).map(
      (text) => checkText({ path: 'a.yaml', bytes: new TextEncoder().encode(text), named: true }).diagnostics,
    );
    expect(wrong!.map((diagnostic) => diagnostic.code)).toContain(code);
    expect(mended).toEqual([]);
  });
});

function examplesOf(code: string): string[] {
  return [...pageOf(code).matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text]) => text!);
}

function pageOf(code: string): string {
  const path = `docs/diagnostics/${code}.md`;
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function severityOf(code: string): Severity | undefined {
  return chapters.map(([, chapter]) => chapter[code]).find((severity) => severity !== undefined);
}

function catalogue(): string {
  const tables = chapters.map(([title, chapter]) => {
    const rows = Object.entries(chapter).map(
      ([code, severity]) => `| [\`${code}\`](${code}.md) | ${severity} | ${pageOf(code).split('\n')[2]} |`,
    );
    return `## ${title}\n\n| code | severity | said of |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `${introduction}\n${tables.join('\n')}`;
}

const introduction = `# Diagnostics

Everything that Almanac remarks on, by its code. A code is the same word everywhere: in a remark, in
\`almanac.config.yaml\`, in the folder of its case under [test/cases/diagnostics](../../test/cases/diagnostics), and
here. Each page says why the rule exists and how to mend what it finds.

\`\`\`
jobs.yaml:5:3: error: \`shedule\` is not a key of \`spec\` [schema-unknown-key]
  4 │ spec:
  5 │   shedule: { cron: "30 1 * * *", zone: Europe/London }
    │   ^^^^^^^
  6 │   policy: nightly
  help: did you mean \`schedule\`?
  docs: docs/diagnostics/schema-unknown-key.md
\`\`\`

An *error* by nature leaves its declaration out, and no configuration changes that. The severities of rules are those
they have unless configuration says otherwise.

<!-- cspell:ignore shedule -->
`;

function only(all: Codes, names: RegExp): Codes {
  return Object.fromEntries(Object.entries(all).filter(([code]) => names.test(code)));
}
