import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Replica } from '../ledger/index.ts';
import { isNeighbour, isRunning, type ProcessIdentity, thisProcess } from './process-identity.ts';

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
  let about: ProcessIdentity;
  try {
    about = JSON.parse(replica.about);
  } catch {
    return false;
  }
  if (!isNeighbour(about) || typeof about.pid !== 'number' || typeof about.started !== 'string') return false;
  // Another replica's row with this very process id is of an earlier process.
  return about.pid === process.pid || !isRunning(about);
}
