export {
  type ExplainAsk,
  type HistoryAsk,
  type MissingAsk,
  NotFound,
  pageMost,
  type UpcomingAsk,
} from './asks.ts';
export { CursorError } from './cursor.ts';
export { askLedger, type Questions } from './questions.ts';
