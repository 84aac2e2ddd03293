/** One write of many rows, in the words of Spanner's API. */
export type Mutation =
  | { readonly insert: Write }
  | { readonly update: Write }
  | { readonly insertOrUpdate: Write }
  | { readonly delete: { readonly table: string; readonly keySet: KeySet } };

interface Write {
  readonly table: string;
  readonly columns: readonly string[];
  readonly values: readonly ListValue[];
}

export interface KeySet {
  readonly keys?: readonly ListValue[];
  readonly ranges?: readonly KeyRange[];
}

export type KeyRange = Readonly<
  Partial<Record<'startClosed' | 'startOpen' | 'endClosed' | 'endOpen', ListValue>>
>;

export interface ListValue {
  readonly values: readonly WireValue[];
}

type WireValue =
  | { readonly stringValue: string }
  | { readonly nullValue: 0 }
  | { readonly boolValue: boolean };

export type Value = string | number | boolean | null | Uint8Array;

/** As a value of a TIMESTAMP column: the instant of the commit. */
export const commitInstant = 'spanner.commit_timestamp()';

export function listOf(values: readonly Value[]): ListValue {
  return { values: values.map(wireValue) };
}

function wireValue(value: Value): WireValue {
  if (typeof value === 'string') return { stringValue: value };
  // Integers travel as text, since JSON has no 64 bits.
  if (typeof value === 'number') return { stringValue: String(value) };
  if (typeof value === 'boolean') return { boolValue: value };
  if (value === null) return { nullValue: 0 };
  return { stringValue: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') };
}

type Rows = readonly (readonly Value[])[];

export function insert(table: string, columns: readonly string[], rows: Rows): Mutation {
  return { insert: { table, columns, values: rows.map(listOf) } };
}

/** A row that is not there fails the whole commit. */
export function update(table: string, columns: readonly string[], rows: Rows): Mutation {
  return { update: { table, columns, values: rows.map(listOf) } };
}

export function upsert(table: string, columns: readonly string[], rows: Rows): Mutation {
  return { insertOrUpdate: { table, columns, values: rows.map(listOf) } };
}

/** A row that is not there is no failure. */
export function remove(table: string, keys: Rows): Mutation {
  return { delete: { table, keySet: { keys: keys.map(listOf) } } };
}

export function removeRanges(table: string, ranges: readonly KeyRange[]): Mutation {
  return { delete: { table, keySet: { ranges } } };
}

/** All keys that begin so. */
export function prefix(values: readonly Value[]): KeyRange {
  return { startClosed: listOf(values), endClosed: listOf(values) };
}

/** What one commit weighs, as Spanner limits it: 80,000 values and index entries, 100 MiB. */
export interface Weight {
  readonly mutations: number;
  readonly bytes: number;
}

const mutationsMost = 80_000;
const bytesMost = 100 * 1024 * 1024;

/**
 * @param indexes of each table, how many entries a row can have in indexes, counted as if it had all
 * @throws {Error} the commit is more than Spanner takes: a bug, since `limits.rows` keeps far below
 */
export function weigh(mutations: readonly Mutation[], indexes: ReadonlyMap<string, number>): Weight {
  let count = 0;
  let bytes = 0;
  for (const mutation of mutations) {
    if ('delete' in mutation) {
      const { table, keySet } = mutation.delete;
      const rows = (keySet.keys?.length ?? 0) + (keySet.ranges?.length ?? 0);
      count += rows * (1 + (indexes.get(table) ?? 0));
      bytes += sizeOf(keySet.keys ?? []);
    } else {
      const [write] = Object.values(mutation) as [Write];
      count += write.values.length * (write.columns.length + (indexes.get(write.table) ?? 0));
      bytes += sizeOf(write.values);
    }
  }
  if (count > mutationsMost || bytes > bytesMost)
    throw new Error(`A commit of ${count} mutations and ${bytes} bytes is more than Spanner takes`);
  return { mutations: count, bytes };
}

function sizeOf(rows: readonly ListValue[]): number {
  let bytes = 0;
  for (const { values } of rows)
    for (const value of values) bytes += 'stringValue' in value ? value.stringValue.length : 1;
  return bytes;
}
