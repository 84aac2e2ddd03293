/** What lies at a place of the ledger can't be read any more: the record was damaged, or edited badly. */
export class DamagedRecord extends Error {}

/**
 * Reads JSON as a ledger has stored it.
 *
 * @param place where it lies, for a person: asked only where it is damaged
 * @throws {DamagedRecord} it is no JSON, or no object or list
 */
export function readStored<T>(text: unknown, place: () => string): T {
  let value: unknown;
  try {
    value = JSON.parse(String(text));
  } catch {
    // Said below.
  }
  if (typeof value === 'object' && value !== null) return value as T;
  throw new DamagedRecord(`${place()} is damaged`);
}
