export { LedgerAddressError, type LedgerFromOptions, ledgerFrom } from './ledger-from.ts';
