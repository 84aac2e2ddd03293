/** A map that forgets what was not asked for longest once it holds more than `most`. */
export interface BoundedMap<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
}

export function boundedMap<Key, Value>(most: number): BoundedMap<Key, Value> {
  const kept = new Map<Key, Value>();
  return {
    get(key) {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      // A Map keeps the order in which keys came, so the first one is the one not asked for longest.
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    set(key, value) {
      kept.delete(key);
      kept.set(key, value);
      if (kept.size > most) kept.delete(kept.keys().next().value as Key);
    },
  };
}
