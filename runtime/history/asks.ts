import type { AskedTime } from '../../compiler/index.ts';
import type { Instant } from '../../schema/time.ts';

/** Which part of a tenant's history is wanted. */
export interface HistoryAsk {
  readonly tenant: string;
  readonly job?: string;
  /** Scheduled instants `[from, until)`. */
  readonly from?: Instant;
  readonly until?: Instant;
  /** Lists the fires of a stretch one by one; needs a job. */
  readonly each?: boolean;
  /** Also the nominal times that gave no fire. */
  readonly omissions?: boolean;
  /** Most fires, runs and stretches on a page, from 1 to `pageMost`. */
  readonly limit: number;
  readonly cursor?: string;
}

export interface ExplainAsk {
  readonly tenant: string;
  readonly job: string;
  readonly time: AskedTime;
}

export interface MissingAsk {
  readonly tenant: string;
  readonly job?: string;
  readonly from: Instant;
  readonly until?: Instant;
  readonly limit: number;
  readonly cursor?: string;
}

export interface UpcomingAsk {
  readonly tenant: string;
  readonly job?: string;
  readonly until?: Instant;
  /** Most fires. */
  readonly limit: number;
}

/** Most rows of a page, whatever is asked for. */
export const pageMost = 1000;

/** A tenant or job of which nothing is known, or a question that has no answer. */
export class NotFound extends Error {
  override readonly name = 'NotFound';
  readonly code: 'unknown-tenant' | 'unknown-job' | 'unknown-revision' | 'no-zone';
  constructor(code: NotFound['code'], message: string) {
    super(message);
    this.code = code;
  }
}
