/** Returns a function that works out its answer once for each key, a schedule or a text. */
export function perKey<Key, Answer>(compute: (key: Key) => Answer): (key: Key) => Answer {
  const known = new Map<Key, { readonly answer: Answer }>();
  return (key) => {
    let entry = known.get(key);
    if (!entry) {
      entry = { answer: compute(key) };
      known.set(key, entry);
    }
    return entry.answer;
  };
}
