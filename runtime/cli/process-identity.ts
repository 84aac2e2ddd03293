import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Names a process among all that there are and were, as its number alone does not: numbers are given out again. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in the machine's own words; empty where the machine does not tell. */
  readonly started: string;
  readonly host: string;
  /** This start of the machine. */
  readonly boot: string;
  /** What its number counts in: a container has numbers of its own. */
  readonly numbers: string;
}

let own: ProcessIdentity | undefined;

export function thisProcess(): ProcessIdentity {
  const { pid } = process;
  own ??= {
    pid,
    started: startOf(pid) ?? '',
    host: hostname(),
    boot: textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    numbers: textOf(() => readlinkSync('/proc/self/ns/pid')),
  };
  return own;
}

/** Whether two processes have their numbers from the same place, so that one can tell whether the other is there. */
export function isNeighbour({ host, boot, numbers }: Partial<ProcessIdentity>): boolean {
  const here = thisProcess();
  return host === here.host && boot === here.boot && numbers === here.numbers;
}

/** Whether a process is known to run: not one elsewhere, and not a later one that has its number now. */
export function isRunning({ pid, started, ...where }: ProcessIdentity): boolean {
  if (!isNeighbour(where) || !Number.isSafeInteger(pid) || pid < 1) return false;
  return isThere(pid) && startOf(pid) === (started === '' ? undefined : started);
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Undefined where there is no such process, it has ended and nobody has taken note, or the machine does not tell. */
function startOf(pid: number): string | undefined {
  if (process.platform !== 'linux') {
    const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
    const words = ['-o', 'lstart=', '-p', String(pid)];
    const told = () =>
      execFileSync('ps', words, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    return textOf(told) || undefined;
  }
  // The name of its program stands in brackets, and may hold anything.
  const stat = textOf(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // proc(5): the state is field 3, in ticks since the machine started its start is field 22.
  return /^[ZXx]$/.test(fields[0] ?? '') ? undefined : fields[22 - 3];
}

function textOf(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
