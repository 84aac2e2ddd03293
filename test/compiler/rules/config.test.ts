import { describe, expect, test } from 'vitest';
import { compileManifest } from '../../../compiler/manifest/index.ts';
import { readYaml } from '../../../compiler/read/index.ts';
import {
  type AlmanacConfig,
  compileConfig,
  runRules,
  standardConfig,
} from '../../../compiler/rules/index.ts';
import { matchesGlob } from '../../../compiler/rules/matches-glob.ts';
import { platformTzdata, zoneTable } from '../../../compiler/time/index.ts';
import { job, policy, tenant } from '../manifest/compile.ts';
import { now } from './findings.ts';

function configure(text: string, names?: Parameters<typeof compileConfig>[1]) {
  const { document } = readYaml('almanac.config.yaml', new TextEncoder().encode(text));
  return compileConfig(document!, names);
}

const waiver = (spec: string) => `waivers:\n  - { ${spec} }\n`;
const whole = 'rule: dead-man-missing, scope: "benefits/*", reason: later, expires: 2027-04-01';

describe('A configuration', () => {
  test('says when to fail, how bad rules are, what is waived and what is read', () => {
    const { config, diagnostics } = configure(
      `failOn: warning\nrules: { burst: "off", zone-alias: stop }\npaths: [jobs, "more/**"]\n${waiver(whole)}`,
    );
    expect(diagnostics).toEqual([]);
    expect(config).toMatchObject({
      failOn: 'warning',
      rules: { burst: 'off', 'zone-alias': 'stop' },
      paths: ['jobs', 'more/**'],
      waivers: [{ rule: 'dead-man-missing', scope: ['benefits/*'], reason: 'later', expires: 1_806_537_600 }],
    });
  });

  test.each(['', '# nothing\n', '{}'])('that is empty is the standard one: `%s`', (text) => {
    expect(configure(text)).toEqual({ config: standardConfig, diagnostics: [] });
  });

  test('gives a rule its options, with a severity beside them or without', () => {
    const { config, diagnostics } = configure(
      'rules: { changes-soon: { severity: error, within: 1d12h }, mass-change: { share: 0.1, floor: 20 } }',
    );
    expect(diagnostics).toEqual([]);
    expect(config.rules).toEqual({ 'changes-soon': 'error' });
    expect(config.options).toEqual({
      'changes-soon': { within: 129_600 },
      'mass-change': { share: 0.1, floor: 20 },
    });
  });

  test('judges a rule on manifests and one on plans alike', () => {
    const { config, diagnostics } = configure('rules: { herd: { jobs: 5 }, fires-removed: stop }');
    expect(diagnostics).toEqual([]);
    expect(config).toMatchObject({ rules: { 'fires-removed': 'stop' }, options: { herd: { jobs: 5 } } });
  });

  test('may turn off what is warned of under the name of a refusal, and the refusal stays', () => {
    const { config, diagnostics } = configure('rules: { catch-up-defeated: off }');
    expect(diagnostics).toEqual([]);
    const refused = policy({ overlap: 'skip', catchUp: 'all' });
    const { manifest, diagnostics: remarks } = compileManifest([tenant, refused], {
      tzdata: platformTzdata(),
      zoneTable,
    });
    const found = [...remarks, ...runRules(manifest, [tenant, refused], config, now)];
    expect(found.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['error catch-up-defeated']);
  });

  test('says whose declarations these are in a runtime, and how many must approve', () => {
    const { config, diagnostics } = configure('source: casework-jobs\napprovals: 2\n');
    expect(diagnostics).toEqual([]);
    expect(config).toMatchObject({ source: 'casework-jobs', approvals: 2 });
  });

  test('may name rules and codes that others have', () => {
    const names = { rules: ['replays-differ'], byNature: ['yaml-syntax'] };
    const { config, diagnostics } = configure(
      'rules: { replays-differ: error, yaml-syntax: warning }',
      names,
    );
    expect(config.rules).toEqual({ 'replays-differ': 'error' });
    expect(diagnostics.map(({ message }) => message)).toEqual([
      '`yaml-syntax` is an error by nature: no severity can be set and no waiver given',
    ]);
  });

  test.each([
    [
      '[]',
      '1:1',
      'a configuration is a mapping of `failOn`, `rules`, `waivers`, `paths`, `source` and `approvals`',
    ],
    ['rules: []', '1:8', '`rules` is a mapping of rule to severity'],
    ['rules: { burst: loud }', '1:17', '`loud` is not a severity'],
    ['rules: { burst: [error] }', '1:17', 'this is not a severity'],
    ['rules: { bursts: error }', '1:10', 'there is no rule `bursts`'],
    ['rules: { burst: { severity: loud } }', '1:29', '`loud` is not a severity'],
    ['rules: { burst: { jobs: 5 } }', '1:19', 'there is no key `jobs` here'],
    ['rules: { herd: { job: 5 } }', '1:18', 'there is no key `job` here'],
    ['rules: { herd: { jobs: 0 } }', '1:24', '`0` is not a whole number of at least 1'],
    ['rules: { herd: { jobs: 2.5 } }', '1:24', '`2.5` is not a whole number of at least 1'],
    ['rules: { herd: { jobs: "5" } }', '1:24', '`5` is not a whole number of at least 1'],
    ['rules: { changes-soon: { within: 4 } }', '1:34', '`4` is not a duration of 1s to 400d'],
    ['rules: { changes-soon: { within: 401d } }', '1:34', '`401d` is not a duration of 1s to 400d'],
    ['rules: { changes-soon: { within: 0s } }', '1:34', '`0s` is not a duration of 1s to 400d'],
    ['rules: { mass-change: { share: 20 } }', '1:32', '`20` is not a number above 0, and 1 at most'],
    ['rules: { mass-change: { share: [] } }', '1:32', 'this is not a number above 0, and 1 at most'],
    ['waivers: {}', '1:10', '`waivers` is a list'],
    ['waivers: [x]', '1:11', 'a waiver has `rule`, `scope`, `reason` and `expires`'],
    ['paths: jobs', '1:8', '`paths` is a list of texts'],
    ['source: Case Work', '1:9', '`source` is a name of small letters, digits and `.`, `_`, `:`, `/`, `-`'],
    ['approvals: -1', '1:12', '`approvals` is a whole number from 0 to 20'],
    ['fail-on: error', '1:1', 'there is no key `fail-on` here'],
    [waiver('rule: burst'), '2:5', 'the waiver has no `scope` and `reason` and `expires`'],
    [waiver(whole.replace('later', '" "')), '2:60', 'a waiver needs a reason in words'],
    [waiver(whole.replace('2027-04-01', 'never')), '2:76', '`never` is not a date or instant'],
    [waiver(whole.replace('"benefits/*"', '"*"')), '2:38', '`*` is not a scope'],
    [
      waiver(whole.replace('dead-man-missing', 'never-fires')),
      '2:13',
      '`never-fires` is an error by nature: no severity can be set and no waiver given',
    ],
  ])('%j is remarked at %s: %s', (text, place, message) => {
    const { diagnostics } = configure(text);
    expect(diagnostics.map(({ message, span }) => [`${span?.line}:${span?.column}`, message])).toEqual([
      [place, message],
    ]);
  });
});

describe('Findings under a configuration', () => {
  const documents = [tenant, policy({ report: {} }), job('0 1 * * *')];
  const { manifest } = compileManifest(documents, { tzdata: platformTzdata(), zoneTable });
  const judge = (config: Partial<AlmanacConfig>, at = now) =>
    runRules(manifest, documents, { ...standardConfig, ...config }, at).map(
      ({ code, severity }) => `${severity} ${code}`,
    );

  test('have the severity of the rule where none is configured', () => {
    expect(judge({})).toEqual(['warning dead-man-missing']);
  });

  test('have the configured severity, and are gone where a rule is off', () => {
    expect(judge({ rules: { 'dead-man-missing': 'stop' } })).toEqual(['stop dead-man-missing']);
    expect(judge({ rules: { 'dead-man-missing': 'off' } })).toEqual([]);
  });

  test('are waived until the waiver expires, and counted all the while', () => {
    const { config } = configure(waiver(whole));
    expect(judge(config)).toEqual(['info waived']);
    expect(judge(config, 1_806_537_599)).toEqual(['info waived']);
    expect(judge(config, 1_806_537_600)).toEqual(['warning dead-man-missing', 'warning waiver-expired']);
  });

  test('stand where a waiver has another scope or rule, and the waiver is told to be unused', () => {
    const scope = configure(waiver(whole.replace('benefits', 'taxes'))).config;
    expect(judge(scope)).toEqual(['warning dead-man-missing', 'warning waiver-unused']);
    const rule = configure(waiver(whole.replace('dead-man-missing', 'burst'))).config;
    expect(judge(rule)).toEqual(['warning dead-man-missing', 'warning waiver-unused']);
  });

  test('do not make a waiver unused where a job was left out for an error', () => {
    const withBroken = [...documents, job('0 0 30 2 *', {}, 'benefits/broken')];
    const { config } = configure(waiver(whole.replace('dead-man-missing', 'burst')));
    expect(runRules(manifest, withBroken, config, now).map(({ code }) => code)).toEqual(['dead-man-missing']);
  });

  test('do not make waivers of rules unused that were not run', () => {
    const { config } = configure(waiver(whole.replace('dead-man-missing', 'mass-change')));
    expect(judge(config)).toEqual(['warning dead-man-missing']);
  });
});

describe('A scope', () => {
  test.each([
    ['benefits/statement-run', 'benefits/statement-run', true],
    ['benefits/*', 'benefits/statement-run', true],
    ['*/statement-run', 'benefits/statement-run', true],
    ['*/*', 'benefits/statement-run', true],
    ['benefits/s*-r*n', 'benefits/statement-run', true],
    ['benefits/statement', 'benefits/statement-run', false],
    ['*', 'benefits/statement-run', false],
    ['benefits*', 'benefits/statement-run', false],
    ['benefits/*-ran', 'benefits/statement-run', false],
    ['*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a/*b', `${'a'.repeat(63)}/${'a'.repeat(63)}`, false],
  ])('`%s` and %s: %s', (pattern, subject, matches) => {
    expect(matchesGlob(pattern, subject)).toBe(matches);
  });
});
