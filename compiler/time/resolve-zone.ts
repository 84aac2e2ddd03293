/** A zone's primary name, or why a text is none. */
export type ResolvedZone =
  | { readonly kind: 'zone'; readonly zone: string; readonly alias: boolean }
  | {
      readonly kind: 'unknown';
      /** `platform`: an IANA name that is newer than the platform's time-zone data. */
      readonly reason: 'unknown' | 'abbreviation' | 'offset' | 'case' | 'platform';
      readonly suggestions: readonly string[];
    };
export function resolveZone(name: string): ResolvedZone {
  return { kind: 'zone', zone: name, alias: false };
}
