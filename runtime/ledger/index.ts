export { entryHash } from './entry-hash.ts';
export { fireLine, readFireLine } from './fire-line.ts';
export {
  type AttemptRecord,
  type FireBody,
  type FireRow,
  type LateReport,
  type RunRecord,
  stretchMost,
} from './fire-row.ts';
export { isReported } from './is-reported.ts';
export type { EntryBody, InboxPosition, JournalEntry, Watermark } from './journal-entry.ts';
export type {
  AnswerRow,
  Approval,
  ClockReading,
  Commit,
  FirePut,
  FireQuery,
  Lease,
  Ledger,
  LedgerLimits,
  LedgerMeta,
  Page,
  PageAsk,
  Replica,
  RevisionRow,
  TenantRow,
} from './ledger.ts';
export type {
  DeskLetter,
  FinishReport,
  InboxLetter,
  Letter,
  OrderLetter,
  RunLetter,
  RunRef,
  TargetLetter,
} from './letter.ts';
export { comparePlaces, type Place, placeOf, placeText, readPlaceText } from './place-text.ts';
export { readRunRow } from './read-run-row.ts';
export { DamagedRecord, readStored } from './read-stored.ts';
export { shardOf } from './shard-of.ts';
