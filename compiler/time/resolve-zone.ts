import { zoneOfWindowsName, zonesOfAbbreviation, zonesOfOffset } from './refused-zone-names.ts';
import { similarZones } from './similar-zones.ts';
import { allZoneNames, primaryNameOf } from './zone-names.ts';
import { platformNameOf } from './zone-table.ts';

/** A zone's primary name, or why a text is none. */
export type ResolvedZone =
  | {
      readonly kind: 'zone';
      readonly zone: string;
      /** The text is another name of `zone`. */
      readonly alias: boolean;
    }
  | {
      readonly kind: 'unknown';
      /**
       * `case`: a zone but for its capitals. `platform`: an IANA zone that this platform's time-zone data do not
       * have, because they are older than it.
       */
      readonly reason: 'unknown' | 'abbreviation' | 'offset' | 'case' | 'platform';
      /** Names that do resolve, likeliest first; may be empty. */
      readonly suggestions: readonly string[];
    };

/** Small letters -> the spelling in the list. */
const spellings: ReadonlyMap<string, string> = new Map(
  allZoneNames().map((name) => [name.toLowerCase(), name]),
);

/**
 * Resolves a zone's name to its primary IANA name.
 *
 * Names are matched exactly. Links to another name of the same place resolve (`Asia/Calcutta`, `US/Eastern`); links
 * that the IANA list made only because two places agree since 1970 do not (`Europe/Amsterdam` stays itself).
 * Abbreviations and offsets are refused, with the zones they may mean.
 */
export function resolveZone(name: string): ResolvedZone {
  const abbreviated = zonesOfAbbreviation(name);
  if (abbreviated !== undefined) return { kind: 'unknown', reason: 'abbreviation', suggestions: abbreviated };

  const zone = primaryNameOf(name);
  if (zone !== undefined) {
    return platformNameOf(zone) === undefined
      ? { kind: 'unknown', reason: 'platform', suggestions: [] }
      : { kind: 'zone', zone, alias: zone !== name };
  }

  const spelling = spellings.get(name.toLowerCase());
  if (spelling !== undefined) return { kind: 'unknown', reason: 'case', suggestions: [spelling] };

  const ofOffset = zonesOfOffset(name);
  if (ofOffset !== undefined) return { kind: 'unknown', reason: 'offset', suggestions: ofOffset };

  const ofWindows = zoneOfWindowsName(name);
  const suggestions = ofWindows === undefined ? similarZones(name, [...spellings.values()]) : [ofWindows];
  return { kind: 'unknown', reason: 'unknown', suggestions };
}
