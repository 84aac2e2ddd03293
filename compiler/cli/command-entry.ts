import type { Command } from './command.ts';

/** A command's name and line in the overview; the rest is loaded only when it is called. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Its heading in the overview, for instance `Look ahead`. */
  readonly group: string;
  load(): Promise<Command>;
}

/**
 * Puts the commands of two folders together: one with the name of an earlier one takes its place, since it does the
 * same and more; the others come behind.
 */
export function joinCommands(
  first: readonly CommandEntry[],
  second: readonly CommandEntry[],
): readonly CommandEntry[] {
  const known = new Set(first.map(({ name }) => name));
  return [
    ...first.map((entry) => second.find(({ name }) => name === entry.name) ?? entry),
    ...second.filter(({ name }) => !known.has(name)),
  ];
}
