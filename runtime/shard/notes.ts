import { canonicalJson, type TenantState } from '../../compiler/index.ts';
import type { Instant } from '../../schema/time.ts';
import type { Retry } from './shard.ts';

/**
 * What must be remembered of a tenant beside its manifest, its open fires and its runs: `TenantRow.memory`. Values; a
 * change makes another.
 */
export interface Notes {
  /** When the revision took force: fires scheduled up to then belong to those before. */
  readonly inForceFrom: Instant;
  readonly holds: ReadonlyMap<string, NotedHold>;
  /** Open circuits, by target key, with the reason. */
  readonly circuits: ReadonlyMap<string, string>;
  /** Targets, or kinds of them, that nothing can be sent to from here, with the reason. */
  readonly refusals: ReadonlyMap<string, string>;
  /** Jobs that threw, with what they threw. */
  readonly quarantines: ReadonlyMap<string, string>;
  /** Counted only where a rate is declared. */
  readonly minute?: TenantState['minute'];
  /**
   * The last fire before this revision, by job, where the schedule in force can't tell: there the window of the job's
   * first fire begins.
   */
  readonly carried: ReadonlyMap<string, Instant>;
  /** Jobs under whose old names there are open fires or runs, with their names now. */
  readonly renamed: ReadonlyMap<string, Renamed>;
  /** Targets of jobs that are gone and have runs going on. */
  readonly gone: ReadonlyMap<string, GoneTarget>;
  /** The latest orders, so that one that comes twice is one. */
  readonly requests: readonly string[];
}

export interface NotedHold {
  readonly job?: string;
  readonly until: Instant;
  readonly reason: string;
}

export interface Renamed {
  readonly to: string;
  /** Fires scheduled up to then have the old name. */
  readonly upTo: Instant;
}

export interface GoneTarget {
  readonly target: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly retry: Retry;
}

/** How many orders are remembered. */
const requestsMost = 64;

export const noNotes: Notes = {
  inForceFrom: 0,
  holds: new Map(),
  circuits: new Map(),
  refusals: new Map(),
  quarantines: new Map(),
  carried: new Map(),
  renamed: new Map(),
  gone: new Map(),
  requests: [],
};

/** Writes notes as canonical JSON; what is empty is left out. */
export function notesText(notes: Notes): string {
  const { inForceFrom, minute, requests } = notes;
  const pairs = <T>(map: ReadonlyMap<string, T>) =>
    map.size === 0 ? undefined : [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  return canonicalJson({
    inForceFrom,
    minute,
    requests: requests.length === 0 ? undefined : requests,
    holds: pairs(notes.holds),
    circuits: pairs(notes.circuits),
    refusals: pairs(notes.refusals),
    quarantines: pairs(notes.quarantines),
    carried: pairs(notes.carried),
    renamed: pairs(notes.renamed),
    gone: pairs(notes.gone),
  });
}

/** Reads what `notesText` wrote. */
export function readNotes(text: string): Notes {
  const read = JSON.parse(text) as Record<string, unknown>;
  const map = <T>(key: string) => new Map((read[key] ?? []) as [string, T][]);
  return {
    inForceFrom: read['inForceFrom'] as Instant,
    holds: map('holds'),
    circuits: map('circuits'),
    refusals: map('refusals'),
    quarantines: map('quarantines'),
    ...(read['minute'] !== undefined && { minute: read['minute'] as TenantState['minute'] }),
    carried: map('carried'),
    renamed: map('renamed'),
    gone: map('gone'),
    requests: (read['requests'] ?? []) as string[],
  };
}

/** Returns a map with an entry set, or taken out where there is no value. */
export function withEntry<T>(
  map: ReadonlyMap<string, T>,
  key: string,
  value: T | undefined,
): ReadonlyMap<string, T> {
  const changed = new Map(map);
  if (value === undefined) changed.delete(key);
  else changed.set(key, value);
  return changed;
}

export function withRequest(requests: readonly string[], request: string): readonly string[] {
  return [...requests, request].slice(-requestsMost);
}
