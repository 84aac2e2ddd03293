import type { Database, SqlValue, Statement } from './open-database.ts';

/** Statements by their text, each prepared once. */
export interface Statements {
  run(sql: string, values: readonly SqlValue[]): number;
  all(sql: string, values: readonly SqlValue[]): readonly (readonly unknown[])[];
  /**
   * Writes all rows by a statement that ends before its rows, some at a time, since a third of the cost is the call.
   * The values of all rows stand one behind the other.
   */
  insert(sql: string, width: number, values: readonly SqlValue[]): void;
  /** As `insert`, for a statement that ends in `IN`. @returns how many rows it wrote */
  runIn(sql: string, values: readonly SqlValue[]): number;
}

/** Rows, and values, of one statement. */
const rowsAtOnce = 10;
const valuesAtOnce = 50;

export function statementsOf(db: Database): Statements {
  const prepared = new Map<string, Statement>();
  const statement = (sql: string): Statement => {
    let found = prepared.get(sql);
    if (found === undefined) {
      found = db.prepare(sql);
      prepared.set(sql, found);
    }
    return found;
  };
  return {
    run: (sql, values) => statement(sql).run(values),
    all: (sql, values) => statement(sql).all(values),
    insert(sql, width, values) {
      const row = `(${Array(width).fill('?').join(', ')})`;
      for (let from = 0; from < values.length; ) {
        const many = values.length - from >= rowsAtOnce * width ? rowsAtOnce : 1;
        const some = values.slice(from, from + many * width);
        statement(`${sql} ${Array(many).fill(row).join(', ')}`).run(some);
        from += some.length;
      }
    },
    runIn(sql, values) {
      let wrote = 0;
      for (let from = 0; from < values.length; ) {
        const many = values.length - from >= valuesAtOnce ? valuesAtOnce : 1;
        wrote += statement(`${sql} (${Array(many).fill('?').join(', ')})`).run(
          values.slice(from, from + many),
        );
        from += many;
      }
      return wrote;
    },
  };
}
