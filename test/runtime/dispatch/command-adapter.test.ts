import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AdapterOptions, createAdapters, machineClock } from '../../../runtime/dispatch/index.ts';
import { cancelOf, type DeliveryParts, delivery, openDesk, settle, standingClock } from './desk.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'almanac-command-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function openHere(options: Partial<AdapterOptions['commands']> = {}, clock = standingClock()) {
  return openDesk({ adapters: createAdapters({ commands: { folder, ...options }, clock }), clock });
}

const of = (run: readonly string[], parts: DeliveryParts = {}) =>
  delivery({ kind: 'command', ...parts, target: { run, ...parts.target } });

const shell = (script: string, parts: DeliveryParts = {}) => of(['/bin/sh', '-c', script], parts);

/** Whether a process is there. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits for a process to be gone. */
async function gone(pid: number): Promise<void> {
  while (isThere(pid)) await new Promise<void>((resolve) => void machineClock.after(5, resolve));
}

/** Waits for a command to have written a number into a file. */
async function numberIn(file: string): Promise<number> {
  for (;;) {
    const text = readOrEmpty(join(folder, file));
    if (/^\d+\n$/.test(text)) return Number(text);
    await new Promise<void>((resolve) => void machineClock.after(5, resolve));
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

describe('A command', () => {
  test('that ends with 0 has succeeded, and leaves the end of what it printed', async () => {
    const desk = openHere();
    desk.dispatcher.send(0, [shell('echo out; echo err >&2; printf "%s" "$ALMANAC_RUN"')]);
    const letters = await desk.told(2);
    expect(letters).toMatchObject([
      { kind: 'started', attempt: 1, by: expect.stringMatching(/^process \d+ on /) },
      { kind: 'ended', outcome: 'succeeded', report: { status: 0 } },
    ]);
    const tail = letters[1]?.kind === 'ended' ? letters[1].report?.tail : '';
    expect(tail).toContain('out\n');
    expect(tail).toContain('err\n');
    expect(tail).toContain('benefits/statement-run@2027-03-28T01:30:00Z');
  });

  test('that ends with another code has failed and may be tried again', async () => {
    const desk = openHere();
    desk.dispatcher.send(0, [shell('exit 3', { attempts: 2 })]);
    expect((await desk.told(2))[1]).toMatchObject({ kind: 'attempt-failed', error: 'exit code 3' });
    desk.dispatcher.send(0, [shell('kill -KILL $$', { attempt: 2, attempts: 2 })]);
    expect((await desk.told(4))[3]).toMatchObject({
      kind: 'ended',
      outcome: 'failed',
      report: { status: 137, message: 'it was ended by SIGKILL' },
    });
  });

  test('that is not there has failed, and would again', async () => {
    const desk = openHere();
    desk.dispatcher.send(0, [of(['./statement-run'], { attempts: 3 })]);
    expect(await desk.told(1)).toMatchObject([
      {
        kind: 'ended',
        outcome: 'failed',
        final: true,
        report: { message: "`./statement-run` can't be started: spawn ./statement-run ENOENT" },
      },
    ]);
  });

  test('has its words as they stand, the run in its environment, its folder, and no secret of ours', async () => {
    process.env['ALMANAC_TEST_PASSWORD'] = 'open sesame';
    const desk = openHere();
    const words = ['-e', 'console.log(JSON.stringify([process.argv.slice(1), process.cwd(), process.env]))'];
    const target = { env: { MODE: 'nightly', ALMANAC_JOB: 'mine' }, cwd: '.' };
    desk.dispatcher.send(0, [of([process.execPath, ...words, '$HOME; rm', '*'], { target })]);
    const letter = (await desk.told(2))[1];
    delete process.env['ALMANAC_TEST_PASSWORD'];
    const [argv, cwd, env] = JSON.parse(letter?.kind === 'ended' ? (letter.report?.tail ?? '') : '');
    expect(argv).toEqual(['$HOME; rm', '*']);
    expect(cwd).toBe(folder);
    expect(env).toMatchObject({
      MODE: 'nightly',
      ALMANAC_JOB: 'statement-run',
      ALMANAC_WINDOW_FROM: '2027-03-27T01:30:00Z',
      ALMANAC_REPORT_URL: 'https://almanac.example/v1/report',
      ALMANAC_TOKEN: 'token of benefits/statement-run@2027-03-28T01:30:00Z',
      PATH: process.env['PATH'],
    });
    expect(env).not.toHaveProperty('ALMANAC_TEST_PASSWORD');
    expect(env).not.toHaveProperty('VITEST');
  });

  test('that takes too long is ended, with all that it started', async () => {
    const clock = standingClock();
    const desk = openHere({}, clock);
    const script = 'trap "" TERM; sleep 1000 & echo $! > child; wait; wait';
    desk.dispatcher.send(0, [shell(script, { target: { timeout: 60 } })]);
    await desk.told(1);
    const child = await numberIn('child');
    clock.turn(60);
    // It does not mind being asked; ten seconds later nobody asks.
    clock.turn(10);
    expect((await desk.told(2))[1]).toMatchObject({
      kind: 'ended',
      outcome: 'failed',
      report: { message: 'it took longer than the time of one attempt' },
    });
    await gone(child);
  });

  test('is ended when a cancel is asked, and that confirms it', async () => {
    const desk = openHere();
    const run = shell('echo begun; sleep 1000');
    desk.dispatcher.send(0, [run]);
    await desk.told(1);
    desk.dispatcher.cancel(0, [cancelOf(run, 'next')]);
    expect((await desk.told(2))[1]).toMatchObject({ kind: 'ended', outcome: 'cancelled' });
  });

  test('that leaves something behind with its output open has ended all the same', async () => {
    const clock = standingClock();
    const desk = openHere({}, clock);
    desk.dispatcher.send(0, [shell('sleep 1000 & echo $! > left; exit 0')]);
    await desk.told(1);
    const left = await numberIn('left');
    const ended = desk.told(2);
    while (desk.letters.length < 2) {
      clock.turn(1);
      await settle();
    }
    expect((await ended)[1]).toMatchObject({ outcome: 'succeeded' });
    process.kill(left, 'SIGKILL');
  });

  test('is ended with the runtime, which says so and does not call it failed', async () => {
    const clock = standingClock();
    const desk = openHere({}, clock);
    desk.dispatcher.send(0, [shell('sleep 1000')]);
    await desk.told(1);
    const closed = desk.dispatcher.close(2_000);
    clock.turn(1);
    await closed;
    expect(desk.letters[1]).toMatchObject({
      kind: 'ended',
      outcome: 'cancelled',
      report: { message: 'the runtime was stopped while it ran' },
    });
  });

  test('that was ended with the runtime is tried again where attempts are left', async () => {
    const clock = standingClock();
    const desk = openHere({}, clock);
    desk.dispatcher.send(0, [shell('sleep 1000', { attempts: 2 })]);
    await desk.told(1);
    const closed = desk.dispatcher.close(2_000);
    clock.turn(1);
    await closed;
    expect(desk.letters[1]).toMatchObject({
      kind: 'attempt-failed',
      attempt: 1,
      error: 'the runtime was stopped while it ran',
    });
  });
});

describe('A command that is delivered again', () => {
  const claims = () => join(folder, 'claims');

  test('after a restart is not started again, and what is left of it is ended', async () => {
    const first = openHere({ claims: claims() });
    first.dispatcher.send(0, [shell('echo $$ >> started; echo $$ > pid; sleep 1000')]);
    const pid = await numberIn('pid');
    await first.told(1);

    const clock = standingClock();
    const second = openHere({ claims: claims() }, clock);
    second.dispatcher.send(0, [shell('echo $$ >> started; sleep 1000', { attempts: 2 })]);
    while (second.letters.length === 0) {
      clock.turn(1);
      await settle();
    }
    expect(second.letters).toMatchObject([
      { kind: 'attempt-failed', error: 'the runtime was restarted while it ran' },
    ]);
    await gone(pid);
    expect(readFileSync(join(folder, 'started'), 'utf8')).toBe(`${pid}\n`);
  });

  test('after a restart, with no attempt left, is cancelled by who ended what was left of it', async () => {
    const first = openHere({ claims: claims() });
    first.dispatcher.send(0, [shell('echo $$ > pid; sleep 1000')]);
    const pid = await numberIn('pid');
    await first.told(1);

    const clock = standingClock();
    const second = openHere({ claims: claims() }, clock);
    second.dispatcher.send(0, [shell('sleep 1000')]);
    while (second.letters.length === 0) {
      clock.turn(1);
      await settle();
    }
    expect(second.letters).toMatchObject([
      { kind: 'ended', outcome: 'cancelled', report: { message: 'the runtime was restarted while it ran' } },
    ]);
    await gone(pid);
  });

  test('whose end nobody recorded ends as it had', async () => {
    const first = openHere({ claims: claims() });
    first.dispatcher.send(0, [shell('echo once >> started; echo done')]);
    await first.told(2);
    const second = openHere({ claims: claims() });
    second.dispatcher.send(0, [shell('echo once >> started; exit 1')]);
    expect(await second.told(1)).toMatchObject([
      { kind: 'ended', outcome: 'succeeded', report: { tail: 'done\n' } },
    ]);
    expect(readFileSync(join(folder, 'started'), 'utf8')).toBe('once\n');
  });

  test('in its next attempt is started', async () => {
    const desk = openHere({ claims: claims() });
    desk.dispatcher.send(0, [shell('exit 1', { attempts: 2 })]);
    await desk.told(2);
    desk.dispatcher.send(0, [shell('exit 0', { attempt: 2, attempts: 2 })]);
    expect((await desk.told(4))[3]).toMatchObject({ kind: 'ended', outcome: 'succeeded' });
  });

  test('without a folder for marks is known by the record that it started', async () => {
    const desk = openHere();
    const { run } = delivery();
    const startedAt = (run.attempts[0]?.sentAt ?? 0) + 1;
    desk.dispatcher.send(0, [shell('echo $$ > started', { run: { startedAt, started: true } })]);
    expect(await desk.told(1)).toMatchObject([
      { outcome: 'failed', report: { message: 'the runtime was restarted while it ran' } },
    ]);
    expect(readOrEmpty(join(folder, 'started'))).toBe('');
  });

  test('half marked by a machine that stopped is taken as started', async () => {
    const desk = openHere({ claims: claims() });
    desk.dispatcher.send(0, [shell('exit 0')]);
    await desk.told(2);
    for (const name of readdirSync(claims())) writeFileSync(join(claims(), name), '{"pid');
    const again = openHere({ claims: claims() });
    again.dispatcher.send(0, [shell('exit 0')]);
    expect(await again.told(1)).toMatchObject([{ outcome: 'failed' }]);
  });
});

describe('A command whose shard goes to another process of the machine', () => {
  const claims = () => join(folder, 'claims');
  /** Two processes that both go on, or of which the first is gone or stands still. */
  const openTwo = (isRunning = () => true) => {
    const clock = standingClock();
    const open = (name: string) => openHere({ claims: claims(), owner: { name, isRunning } }, clock);
    return { clock, first: open('first'), second: open('second') };
  };
  const turnUntil = async (clock: ReturnType<typeof standingClock>, isDone: () => boolean) => {
    while (!isDone()) {
      clock.turn(1);
      await settle();
    }
  };

  test('goes on, and the other one learns how it ended', async () => {
    const { clock, first, second } = openTwo();
    const run = shell('echo $$ > pid; while [ ! -e go ]; do sleep 0.05; done; echo done; exit 3');
    first.dispatcher.send(0, [run]);
    const pid = await numberIn('pid');
    await first.told(1);
    second.dispatcher.send(0, [run]);
    for (let turn = 0; turn < 30; turn++) {
      clock.turn(1);
      await settle();
    }
    expect([second.letters, isThere(pid)]).toEqual([[], true]);
    writeFileSync(join(folder, 'go'), '');
    await turnUntil(clock, () => second.letters.length > 0);
    expect(second.letters).toMatchObject([
      { kind: 'ended', outcome: 'failed', report: { status: 3, message: 'exit code 3', tail: 'done\n' } },
    ]);
  });

  test('is ended when a cancel is asked of the other one', async () => {
    const { clock, first, second } = openTwo();
    const run = shell('echo $$ > pid; sleep 1000');
    first.dispatcher.send(0, [run]);
    const pid = await numberIn('pid');
    await first.told(1);
    second.dispatcher.send(0, [run]);
    await settle();
    second.dispatcher.cancel(0, [cancelOf(run, 'next')]);
    await turnUntil(clock, () => second.letters.length > 0);
    expect(second.letters).toMatchObject([{ kind: 'ended', outcome: 'cancelled' }]);
    await gone(pid);
  });

  test('is left alone when the other one stops', async () => {
    const { clock, first, second } = openTwo();
    const run = shell('echo $$ > pid; sleep 1000');
    first.dispatcher.send(0, [run]);
    const pid = await numberIn('pid');
    await first.told(1);
    second.dispatcher.send(0, [run]);
    await settle();
    const closed = second.dispatcher.close(2_000);
    clock.turn(1);
    await closed;
    expect([second.letters, isThere(pid)]).toEqual([[], true]);
    const ended = first.dispatcher.close(2_000);
    clock.turn(1);
    await ended;
  });

  test('and that ended while its process stands still counts as one whose end nobody knows', async () => {
    const { clock, first, second } = openTwo();
    const run = shell('exit 0');
    first.dispatcher.send(0, [run]);
    await first.told(2);
    for (const name of readdirSync(claims())) {
      const file = join(claims(), name);
      const { result: _, ...mark } = JSON.parse(readFileSync(file, 'utf8'));
      writeFileSync(file, JSON.stringify(mark));
    }
    second.dispatcher.send(0, [run]);
    await turnUntil(clock, () => second.letters.length > 0);
    expect(second.letters).toMatchObject([
      { outcome: 'failed', report: { message: 'the runtime was restarted while it ran' } },
    ]);
  });

  test('and whose process is gone is ended', async () => {
    let isRunning = true;
    const { clock, first, second } = openTwo(() => isRunning);
    const run = shell('echo $$ > pid; sleep 1000');
    first.dispatcher.send(0, [run]);
    const pid = await numberIn('pid');
    await first.told(1);
    second.dispatcher.send(0, [run]);
    await settle();
    isRunning = false;
    await turnUntil(clock, () => second.letters.length > 0);
    expect(second.letters).toMatchObject([
      { outcome: 'cancelled', report: { message: 'the runtime was restarted while it ran' } },
    ]);
    await gone(pid);
  });
});
