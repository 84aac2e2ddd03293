import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Replica } from '../ledger/index.ts';

/** Returns a name that no other replica has or had, and that tells a person which process it is. */
export function newReplicaName(): string {
  return `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;
}

/** What a replica's row says about it, as JSON: for people, and for others on the same machine. */
export function aboutReplica(version: string, roles: readonly string[]): string {
  return JSON.stringify({ version, roles, ...thisProcess() });
}

/**
 * Whether a replica is known to be gone: a process of this machine that ended. Only right where all replicas of a
 * ledger share one machine, as they do on SQLite.
 */
export function isGoneHere(replica: Replica): boolean {
  let about: Partial<Record<string, unknown>>;
  try {
    about = JSON.parse(replica.about);
  } catch {
    return false;
  }
  const here = thisProcess();
  if (about['host'] !== here.host || about['boot'] !== here.boot || typeof about['pid'] !== 'number')
    return false;
  // Another replica's row with this very process id is of an earlier process.
  return about['pid'] === here.pid || !isAlive(about['pid']);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function thisProcess() {
  return { host: hostname(), boot: bootId(), pid: process.pid };
}

/** Names this start of the machine, so that a process id of an earlier one is not taken for one of now. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}
