import { CallError } from '../../compiler/cli/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { LedgerAddressError, type LedgerFromOptions, ledgerFrom } from '../open-ledger/index.ts';

/**
 * Opens the ledger at an address.
 *
 * @throws {CallError} it can't be opened: what is wrong with the address, the file or the database
 */
export async function openLedger(address: string, options: LedgerFromOptions = {}): Promise<Ledger> {
  try {
    return await ledgerFrom(address, options);
  } catch (error) {
    if (error instanceof LedgerAddressError) throw new CallError(error.message);
    throw new CallError(`the ledger \`${address}\` can't be opened: ${(error as Error).message}`);
  }
}
