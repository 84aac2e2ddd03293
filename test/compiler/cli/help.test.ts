import { describe, expect, test } from 'vitest';
import { allCommands as commands, runAlmanac } from './run-almanac.ts';

const golden = (name: string) => `./golden/help/${name}.txt`;

describe('help teaches', () => {
  test('the overview names every command, the options of all, and the exit codes', async () => {
    const { code, stdout, stderr } = await runAlmanac(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await expect(stdout).toMatchFileSnapshot(golden('almanac'));
  });

  test.each(commands.map(({ name }) => name))('almanac %s --help', async (name) => {
    const { code, stdout, stderr } = await runAlmanac([name, '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await expect(stdout).toMatchFileSnapshot(golden(name));
    expect((await runAlmanac(['help', name])).stdout).toBe(stdout);
    expect((await runAlmanac([name, 'something', '-h', '--wrong'])).stdout).toBe(stdout);
  });

  test.each(commands)('the overview says of $name what its help says', async ({ summary, load }) => {
    expect((await load()).summary).toBe(summary);
  });

  test('every line but an example fits on a narrow terminal', async () => {
    const texts = await Promise.all(commands.map(({ name }) => runAlmanac([name, '--help'])));
    const lines = texts.flatMap(({ stdout }) => stdout.split('\n'));
    expect(lines.filter((line) => line.length > 92 && !line.startsWith('  almanac '))).toEqual([]);
  });

  test('without a command the overview goes to the error output, for nothing was asked', async () => {
    const { code, stdout, stderr } = await runAlmanac([]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Usage: almanac <command> [options]');
  });
});
