import { describe, expect, test } from 'vitest';
import { parseYaml } from '../../../compiler/read/parse-yaml.ts';

/** Facts about the `yaml` package on which reading leans. One that fails here names what an upgrade changed. */
describe('The yaml package', () => {
  test('gives its faults to our own handler, and stops when that throws', () => {
    const { faults, givenUp } = parseYaml(`[${','.repeat(10_000)}]`);
    expect(givenUp).toBe(true);
    expect(faults.length).toBeLessThan(40);
  });

  test('reads the core schema whatever a document says of its version', () => {
    const { root } = parseYaml('%YAML 1.1\n---\nno');
    expect(root).toMatchObject({ value: 'no' });
  });

  test('tells tags that it does not know, and reads their values', () => {
    const { root, faults, unknownTags } = parseYaml('!!binary aGVsbG8=');
    expect(faults).toEqual([]);
    expect(unknownTags).toMatchObject([{ start: 0, end: 8 }]);
    expect(root).toMatchObject({ value: 'aGVsbG8=' });
  });

  test('stops before its own stack does', () => {
    expect(parseYaml('['.repeat(100_000)).faults.map(({ code }) => code)).toContain('RESOURCE_EXHAUSTION');
  });

  test.each([
    ['a: "b\nc: d\n', 'MISSING_CHAR', 3],
    ['a: b\n\tc: d\n', 'TAB_AS_INDENT', 5],
    ['a: @daily', 'BAD_SCALAR_START', 3],
    ['a: * * *', 'BAD_ALIAS', 3],
  ])('says of %j what is wrong with it, and where', (text, code, start) => {
    expect(parseYaml(text).faults[0]).toMatchObject({ code, start });
  });
});
