import { formatInstant } from '../../compiler/index.ts';
import type { FireBody, FireRow } from './fire-row.ts';
import { readStored } from './read-stored.ts';

/** What a row has beside its place, in the order in which a line holds it. */
type Line = readonly [
  state: FireRow['state'],
  last: number,
  count: number,
  due: number,
  hole: 0 | 1,
  seq: number,
  body: FireBody,
];

/** Returns a row without its place (tenant, job, scheduled, order) as one line of JSON. */
export function fireLine(row: FireRow): string {
  const line: Line = [row.state, row.last, row.count, row.due, row.hole ? 1 : 0, row.seq, row.body];
  return JSON.stringify(line);
}

export function readFireLine(
  tenant: string,
  job: string,
  scheduled: number,
  order: string,
  text: string,
): FireRow {
  const [state, last, count, due, hole, seq, body] = readStored<Line>(
    text,
    () => `the row of ${tenant}/${job}@${formatInstant(scheduled)}`,
  );
  return { tenant, job, scheduled, order, last, count, due, state, hole: hole === 1, seq, body };
}
