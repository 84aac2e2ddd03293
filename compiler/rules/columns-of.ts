import type { Manifest, Source } from '../../schema/manifest.ts';
import type { Place } from '../../schema/plan.ts';
import type { PlanSides } from './plan-rule.ts';

/** Returns the column of the first value on a line, 1 where none is known. */
export type ColumnOf = (place: Place, subject: string) => number;

/**
 * A plan places things by line; this finds the columns. What is said of a job stands in its document or that of its
 * policy; what is said of many in any document, and those are gone through once for all such findings.
 */
export function columnsOf({ before, after }: PlanSides): ColumnOf {
  const sides = [after, ...(before ? [before] : [])];
  let everywhere: ReadonlyMap<string, number> | undefined;
  return (place, subject) => {
    const key = `${place.file}:${place.line}`;
    if (!subject.includes('*')) {
      return firstColumns(sides.flatMap((manifest) => ownSources(manifest, subject))).get(key) ?? 1;
    }
    everywhere ??= firstColumns(sides.flatMap(({ sources }) => Object.values(sources)));
    return everywhere.get(key) ?? 1;
  };
}

function ownSources({ sources }: Manifest, subject: string): readonly Source[] {
  const job = sources[`Job ${subject}`];
  const policy = sources[`Policy ${subject.slice(0, subject.indexOf('/'))}/${job?.policy}`];
  return [job, policy].filter((source) => source !== undefined);
}

function firstColumns(sources: readonly Source[]): ReadonlyMap<string, number> {
  const columns = new Map<string, number>();
  for (const { file, positions } of sources) {
    for (const [line, column] of Object.values(positions)) {
      const key = `${file}:${line}`;
      columns.set(key, Math.min(column, columns.get(key) ?? column));
    }
  }
  return columns;
}
