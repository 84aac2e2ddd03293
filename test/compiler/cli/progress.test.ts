import { describe, expect, test } from 'vitest';
import { openProgress } from '../../../compiler/cli/progress.ts';

/** Runs a tour of steps at given times, and returns what was written. */
async function tour(timesMs: readonly number[], surroundings: { terminal?: boolean; quiet?: boolean } = {}) {
  const written: string[] = [];
  const output = { isTTY: surroundings.terminal === true, write: (text: string) => written.push(text) };
  let now = 0;
  const io = { stdout: output, stderr: output, env: {}, cwd: () => '.' };
  const progress = openProgress(io, surroundings.quiet === true, () => now);
  for (const [index, time] of timesMs.entries()) {
    now = time;
    await progress.step('reading', index, timesMs.length);
  }
  progress.end();
  return written;
}

describe('progress', () => {
  test('is told only after a second', async () => {
    expect(await tour([0, 500, 999])).toEqual([]);
    expect(await tour([0, 500, 999], { terminal: true })).toEqual([]);
  });

  test('is a line every five seconds in a log', async () => {
    expect(await tour([500, 1000, 1500, 5900, 6000, 7000, 11_000])).toEqual([
      'almanac: 1 s: reading, 1 of 7\n',
      'almanac: 6 s: reading, 4 of 7\n',
      'almanac: 11 s: reading, 6 of 7\n',
    ]);
  });

  test('is one line on a terminal, written over and taken away at the end', async () => {
    expect(await tour([500, 1000, 1050, 1200], { terminal: true })).toEqual([
      '\r\u001b[2K1 s: reading, 1 of 4',
      '\r\u001b[2K1 s: reading, 3 of 4',
      '\r\u001b[2K',
    ]);
  });

  test('is not told with --quiet', async () => {
    expect(await tour([5000, 60_000], { quiet: true })).toEqual([]);
  });
});
