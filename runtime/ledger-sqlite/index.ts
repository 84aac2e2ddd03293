export { openSqliteLedger, type SqliteLedgerOptions } from './open-sqlite-ledger.ts';
