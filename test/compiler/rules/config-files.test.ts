import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatDuration } from '../../../compiler/manifest/index.ts';
import { readYaml } from '../../../compiler/read/index.ts';
import { compileConfig, configSchema, planRules, rules } from '../../../compiler/rules/index.ts';
import type { RuleOption, RuleOptions } from '../../../compiler/rules/rule-option.ts';
import { compileSchema } from '../../../schema/generate/validators.js';

// After a new rule or option: `npx vitest run test/compiler/rules --update`.
describe('What is told of almanac.config.yaml', () => {
  test('to editors is a schema of every rule and option', async () => {
    await expect(`${JSON.stringify(configSchema(), null, 2)}\n`).toMatchFileSnapshot(
      '../../../schema/published/almanac-config.schema.json',
    );
  });

  test('to people is a page of every rule and option', async () => {
    await expect(page()).toMatchFileSnapshot('../../../docs/reference/almanac-config.md');
  });
});

describe('The schema takes what compiles, and nothing else', () => {
  const faults = compileSchema(configSchema());
  const waiver = (spec: string) =>
    `waivers: [{ rule: burst, scope: "a/*", reason: r, expires: 2027-06-01, ${spec} }]`;

  test.each([
    ['{}', true],
    ['failOn: warning', true],
    ['failOn: off', false],
    ['rules: { burst: off, mass-change: stop }', true],
    ['rules: { burst: loud }', false],
    ['rules: { bursts: off }', false],
    ['rules: { burst: { severity: error } }', true],
    ['rules: { burst: { within: 4h } }', false],
    ['rules: { changes-soon: { within: 4h } }', true],
    ['rules: { changes-soon: { within: 4 hours } }', false],
    ['rules: { mass-change: { severity: off, share: 0.5, floor: 10 } }', true],
    ['rules: { mass-change: { share: 0 } }', false],
    ['rules: { mass-change: { share: 1.5 } }', false],
    ['rules: { mass-change: { floor: 2.5 } }', false],
    [waiver(''), true],
    [waiver('scope: ["a/*", "b/c"]').replace('scope: "a/*", ', ''), true],
    [waiver('scope: everything').replace('scope: "a/*", ', ''), false],
    [waiver('who: me'), false],
    ['waivers: [{ rule: burst }]', false],
    ['paths: ["jobs/**"]', true],
    ['paths: jobs', false],
    ['path: [jobs]', false],
  ])('%s: %s', (text, isRight) => {
    const { document } = readYaml('almanac.config.yaml', new TextEncoder().encode(text));
    expect(compileConfig(document!).diagnostics.length === 0).toBe(isRight);
    expect(faults(document!.value).length === 0).toBe(isRight);
  });

  test('its own example and that of its page are right', () => {
    const text = /^```yaml\n([\s\S]*?)^```$/m.exec(
      readFileSync('docs/reference/almanac-config.md', 'utf8'),
    )![1]!;
    const { document } = readYaml('almanac.config.yaml', new TextEncoder().encode(text));
    expect(compileConfig(document!).diagnostics).toEqual([]);
    expect(faults(document!.value)).toEqual([]);
    for (const example of configSchema()['examples'] as unknown[]) expect(faults(example)).toEqual([]);
  });
});

interface ToldRule {
  readonly name: string;
  readonly severity: string;
  readonly title: string;
  readonly options?: RuleOptions<string>;
}

function tableOf(list: readonly ToldRule[]): string {
  const rows = list.map(({ name, severity, title, options = {} }) => {
    const told = Object.entries(options).map(
      ([option, spec]) => `\`${option}\` (${valueText(spec)}): ${spec.about}`,
    );
    return `| [\`${name}\`](../diagnostics/${name}.md) | ${severity} | ${title} | ${told.join('<br>')} |`;
  });
  return ['| rule | severity | says that | options |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function valueText({ kind, standard }: RuleOption): string {
  return `\`${kind === 'duration' ? formatDuration(standard) : standard}\``;
}

function page(): string {
  return `<!-- Written from the rules by a test: \`npx vitest run test/compiler/rules --update\`. -->

# almanac.config.yaml

How \`almanac\` judges what it finds. It is looked for in the folder of the paths that a command reads, and upwards to
the top of the repository. Every key may be left out.

\`\`\`yaml
# yaml-language-server: $schema=.almanac/schema/almanac-config.schema.json
failOn: warning
rules:
  dead-man-missing: error
  burst: off
  changes-soon: { severity: error, within: 12h }
waivers:
  - rule: gap-loses-fire
    scope: benefits/statement-*
    reason: the night has no statements anyway
    expires: 2027-06-01
paths: ["jobs/**"]
\`\`\`

| key | takes | meaning |
| --- | --- | --- |
| \`failOn\` | \`info\`, \`warning\`, \`error\`, \`stop\` | a finding at or above it ends a command with exit code 3; by default \`error\` |
| \`rules\` | by rule a severity, or a mapping of \`severity\` and the rule's options | what is not here has the rule's own; \`off\` does not look for any, \`stop\` ends a command with exit code 4 |
| \`waivers\` | list of \`rule\`, \`scope\`, \`reason\`, \`expires\` | findings that somebody has looked at; they are counted, and stand again from \`expires\` on |
| \`paths\` | list of paths and globs | what a command reads when it is given none, relative to this file |

A \`scope\` is \`tenant/name\`, or a list of such, \`*\` standing for any letters. What is said of many jobs of a tenant is
waived by \`tenant/*\`, and of jobs of several tenants by \`*/*\`.

## Rules

${tableOf(rules)}

## Rules on a plan

${tableOf(planRules)}
`;
}
