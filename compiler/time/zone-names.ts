import { ALIASES, PRIMARY_NAMES } from './zone-names.gen.ts';

const primaries: ReadonlySet<string> = new Set(PRIMARY_NAMES.split(' '));

const primaryByAlias: ReadonlyMap<string, string> = new Map(
  ALIASES.split(' ').map((entry) => entry.split('=') as [string, string]),
);

/** Returns the primary name of a name in the IANA list, spelt exactly; undefined where it is not there. */
export function primaryNameOf(name: string): string | undefined {
  return primaries.has(name) ? name : primaryByAlias.get(name);
}

/** Returns the other names of the place that a primary name stands for. */
export function aliasesOf(primary: string): string[] {
  return [...primaryByAlias].filter(([, target]) => target === primary).map(([alias]) => alias);
}

/** Returns every name in the IANA list. */
export function allZoneNames(): string[] {
  return [...primaries, ...primaryByAlias.keys()];
}
