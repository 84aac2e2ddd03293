import type { OpenFire, Run } from '../../compiler/index.ts';
import type { FireRow, RunRecord } from '../ledger/index.ts';
import type { Renamed } from './notes.ts';

/** What of one job is open or going on. */
export interface Live {
  readonly fires: readonly OpenState[];
  readonly runs: readonly RunState[];
}

/** The same, in the hands of a draft: a copy, until the draft is accepted. */
export interface LiveDraft extends Live {
  fires: readonly OpenState[];
  runs: readonly RunState[];
}

/** What the ledger has of a fire so far; moves with each entry that is accepted. */
export interface Cell {
  was: FireRow['state'] | undefined;
}

export interface OpenState {
  readonly cell: Cell;
  /** As `decide` sees it: of a renamed job under its name now. */
  readonly fire: OpenFire;
  /** As it is in the ledger, or will be. Absent for one that was opened just now and has no row. */
  readonly row: FireRow | undefined;
  readonly createdBy: number;
}

export interface RunState {
  readonly cell: Cell;
  /** As `decide` sees it. */
  readonly run: Run;
  readonly row: RunRow;
}

export type RunRow = FireRow & { readonly body: { readonly run: RunRecord } };

export const nothingLive: Live = { fires: [], runs: [] };

/** Returns a job's name now. */
export function nameNow(
  renamed: ReadonlyMap<string, Renamed>,
  { job, scheduled }: { readonly job: string; readonly scheduled: number },
): string {
  if (renamed.size === 0) return job;
  const known = renamed.get(job);
  return known && scheduled <= known.upTo ? known.to : job;
}

export function openState(row: FireRow, job: string): OpenState {
  const { scheduled, due, body } = row;
  return {
    cell: { was: row.state },
    fire: {
      job,
      scheduled,
      due,
      window: body.window,
      ...(body.cause !== undefined && { waiting: body.cause as NonNullable<OpenFire['waiting']> }),
    },
    row,
    createdBy: body.createdBy,
  };
}

export function runState(row: RunRow, job: string, cell: Cell): RunState {
  const { run } = row.body;
  return { cell, run: run.job === job ? run : { ...run, job }, row };
}
