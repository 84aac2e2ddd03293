import { CallError } from '../../source/index.ts';
import { resolveZone } from '../../time/index.ts';

/**
 * Returns the primary name of a zone that a user gave, with a note where that is another one.
 *
 * @throws {CallError} for what is no zone's name, with suggestions.
 */
export function readZone(name: string): { readonly zone: string; readonly notes: readonly string[] } {
  const resolved = resolveZone(name);
  if (resolved.kind === 'zone') {
    const { zone, alias } = resolved;
    // UTC goes by many names, and none of them misleads.
    return { zone, notes: alias && zone !== 'UTC' ? [`${name} is another name of ${zone}`] : [] };
  }
  const suggestions = resolved.suggestions.slice(0, 3).map((suggestion) => `\`${suggestion}\``);
  throw new CallError(
    `\`--zone\`: \`${name}\` ${whyNot[resolved.reason]}`,
    suggestions.length > 0
      ? `did you mean ${suggestions.join(', or ')}?`
      : 'write a name of the IANA time-zone database, for instance `Europe/Berlin`',
  );
}

const whyNot = {
  unknown: 'is not a zone of the IANA time-zone database',
  abbreviation: 'is an abbreviation, which several zones share and none keeps all year',
  offset: 'is an offset, which does not say when the clocks change',
  case: 'is not how the zone is written',
  platform: 'is newer than the time-zone data of this Node',
} as const;
