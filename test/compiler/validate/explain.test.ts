import { describe, expect, test } from 'vitest';
import { checkText } from '../../../compiler/read/index.ts';

/** What is said of a Job whose spec is given, as `pointer-like place: code: message`. */
function remarksOn(spec: string): string[] {
  const text = `apiVersion: almanac/v1\nkind: Job\nmetadata: { tenant: benefits, name: statement-run }\nspec:\n${spec}`;
  const { diagnostics } = checkText({ path: 'a.yaml', bytes: new TextEncoder().encode(text), named: true });
  return diagnostics.map(({ code, message, help = '' }) => `${code}: ${message} | ${help}`);
}

const schedule = '  schedule: { cron: "30 1 * * *", zone: Europe/London }\n';
const policy = '  policy: nightly\n';
const target = '  target: { command: { run: [./run] } }\n';

describe('One mistake is one remark', () => {
  test.each([
    ['a key that is required, mistyped', `  shedule: {}\n${policy}${target}`],
    ['a key of a choice, mistyped', `  schedule: { corn: "* * * * *", zone: UTC }\n${policy}${target}`],
    [
      'a key that another needs, mistyped',
      `  schedule: { cron: "* * * * *", zoen: UTC }\n${policy}${target}`,
    ],
    [
      'a key by the name it has elsewhere',
      `  schedule: { cron: "* * * * *", timeZone: UTC }\n${policy}${target}`,
    ],
    ['a target mistyped', `${schedule}${policy}  target: { comand: { run: [./run] } }\n`],
    [
      'a mapping whose content is not indented',
      `  schedule:\n  cron: "* * * * *"\n  zone: UTC\n${policy}${target}`,
    ],
    ['a target whose inside stands outside', `${schedule}${policy}  target:\n    run: [./run]\n`],
    ['a value of two shapes that has neither', `${schedule}  policy: 5\n${target}`],
    ['a mapping that is empty', `${schedule}  policy:\n${target}`],
    [
      'two forms of a schedule',
      `  schedule: { cron: "* * * * *", every: 5m, zone: UTC }\n${policy}${target}`,
    ],
  ])('%s', (_, spec) => {
    expect(remarksOn(spec)).toHaveLength(1);
  });
});

describe('A key that is not known', () => {
  test.each([
    ['zoen', 'did you mean `zone`?'],
    ['ZONE', 'did you mean `zone`?'],
    ['day_match', 'did you mean `dayMatch`?'],
    ['onexcluded', 'did you mean `onExcluded`?'],
    ['tz', 'did you mean `zone`?'],
    ['holidays', 'did you mean `exclude`?'],
    ['jitter', 'did you mean `spread`?'],
  ])('%s in a schedule: %s', (key, help) => {
    expect(remarksOn(`  schedule: { manual: true, ${key}: x }\n${policy}${target}`).join()).toContain(help);
  });

  test('with nothing near shows what may still stand there', () => {
    expect(remarksOn(`${schedule}${policy}${target}  colour: red\n`)[0]).toMatch(
      /what may still stand there: `description`, .*`renamedFrom`$/,
    );
  });
});

describe('A message', () => {
  const wrong = [
    `  schedule: []\n  policy: {}\n  target: 5\n  labels: x\n  cost: { perRun: much }\n  paused: true\n`,
    `  schedule: { cron: 5, every: 90, at: x, manual: 0, exclude: {}, skips: [{}], spread: "" }\n${policy}${target}`,
    `${schedule}  policy: { lateAfter: x, horizon: 5, overlap: 7, catchUp: [], dst: x, retry: { attempts: 0 } }\n${target}`,
    `${schedule}${policy}  target: { http: { url: x, method: x, headers: { "a b": 1 }, body: 5, auth: {} } }\n`,
  ].flatMap(remarksOn);

  test.each(wrong)('speaks the language of a tenant: %s', (remark) => {
    expect(remark).not.toMatch(
      /instancePath|additionalProp|schemaPath|\$defs|\/spec|\b(?:object|array|string|boolean|integer|null|undefined|NaN)\b|\[object/,
    );
    const message = remark.split(': ').slice(1).join(': ').split(' | ')[0]!;
    expect(message).toMatch(/^[a-z`]/);
    expect(message).not.toMatch(/\.$|\n/);
  });

  test('names the declaration that it is about', () => {
    const text = `apiVersion: almanac/v1\nkind: Tenant\nmetadata: { name: benefits }\nspec: {}\n`;
    const { diagnostics } = checkText({ path: 'a.yaml', bytes: new TextEncoder().encode(text), named: true });
    expect(diagnostics).toMatchObject([{ subject: 'benefits' }]);
  });
});
