import type { JobChange } from '../../schema/plan.ts';
import { byteLength } from './byte-length.ts';

type Group = readonly JobChange[];

/** What of a plan's jobs there is room for. */
export interface FittedGroups {
  /** Told in full, then in a line each; in the order given. */
  readonly full: readonly string[];
  readonly brief: readonly string[];
  /** Not told. */
  readonly left: readonly Group[];
}

/** Of the room, what full sections may take where not all of them fit; the rest is for lines. */
const fullShare = 0.75;

/**
 * Fits groups of jobs into `bytes` (UTF-8): all in full where they fit; else the first in full, the next in a line
 * each, and the rest is left to be counted. A group that is too large for a section of its own gets its line.
 */
export function fitGroups(
  groups: readonly Group[],
  bytes: number,
  tell: { readonly full: (group: Group, index: number) => string; readonly brief: (group: Group) => string },
): FittedGroups {
  const sections: { text: string; size: number }[] = [];
  let total = 0;
  for (const [index, group] of groups.entries()) {
    const text = tell.full(group, index);
    const size = byteLength(text);
    sections.push({ text, size });
    total += size;
    if (total > bytes) break;
  }
  if (total <= bytes) return { full: sections.map(({ text }) => text), brief: [], left: [] };

  const full: string[] = [];
  let room = bytes;
  for (const { text, size } of sections) {
    if (room - size < bytes * (1 - fullShare)) break;
    full.push(text);
    room -= size;
  }
  const brief: string[] = [];
  for (const group of groups.slice(full.length)) {
    const text = tell.brief(group);
    room -= byteLength(text);
    if (room < 0) break;
    brief.push(text);
  }
  return { full, brief, left: groups.slice(full.length + brief.length) };
}
