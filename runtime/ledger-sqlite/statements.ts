import type { Database, Statement } from './open-database.ts';
import type { SqlValue } from './run-write.js';

/** Queries by their text, each prepared once. */
export interface Statements {
  all(sql: string, values: readonly SqlValue[]): readonly (readonly unknown[])[];
}

export function statementsOf(db: Database): Statements {
  const prepared = new Map<string, Statement>();
  return {
    all(sql, values) {
      let found = prepared.get(sql);
      if (found === undefined) {
        found = db.prepare(sql);
        prepared.set(sql, found);
      }
      return found.all(values);
    },
  };
}
