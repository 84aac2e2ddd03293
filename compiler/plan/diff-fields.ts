import type { PolicyMeaning } from '../../schema/manifest.ts';
import type { FieldChange, Place } from '../../schema/plan.ts';
import { answerText } from '../effects/index.ts';
import { canonicalJson } from '../manifest/index.ts';
import { fieldText } from './field-text.ts';

type Value = unknown;

/** A meaning as named fields: objects are opened, lists and bare values are leaves. */
export type Fields = ReadonlyMap<string, Value>;

/** Returns the leaves of a value by dotted path. Keys that are left out of the meaning are passed over. */
export function fieldsOf(value: unknown, omit: ReadonlySet<string> = new Set(), prefix = ''): Fields {
  const fields = new Map<string, Value>();
  if (typeof value !== 'object' || value === null) return fields;
  for (const [key, inner] of Object.entries(value)) {
    if (inner === undefined || (prefix === '' && omit.has(key))) continue;
    const path = prefix === '' ? key : `${prefix}.${key}`;
    // `queue-one` is one answer, though it is kept as a record.
    if (key === 'overlap') fields.set(path, answerText(inner as PolicyMeaning['overlap']));
    else if (
      typeof inner === 'object' &&
      inner !== null &&
      !Array.isArray(inner) &&
      Object.keys(inner).length > 0
    ) {
      for (const [deeper, leaf] of fieldsOf(inner, omit, path)) fields.set(deeper, leaf);
    } else {
      fields.set(path, inner);
    }
  }
  return fields;
}

/**
 * Lists the fields that differ, in the order of `before`, then those that are new.
 * `placeOf` says where a field stands, by its path, on the side that has it.
 */
export function diffFields(
  before: Fields,
  after: Fields,
  placeOf: (path: string, side: 'before' | 'after') => Place | undefined,
): readonly FieldChange[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  return paths.flatMap((path) => {
    const was = before.get(path);
    const is = after.get(path);
    if (before.has(path) && after.has(path) && canonicalJson(was) === canonicalJson(is)) return [];
    const place = placeOf(path, after.has(path) ? 'after' : 'before');
    return [
      {
        path,
        ...(before.has(path) && { before: fieldText(path, was) }),
        ...(after.has(path) && { after: fieldText(path, is) }),
        ...(place && { place }),
      },
    ];
  });
}
