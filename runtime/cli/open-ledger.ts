import { CallError } from '../../compiler/cli/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { LedgerAddressError, ledgerFrom } from '../open-ledger/index.ts';

/**
 * Opens the ledger at an address.
 *
 * @throws {CallError} it can't be opened: what is wrong with the address, the file or the database
 */
export async function openLedger(address: string): Promise<Ledger> {
  try {
    return await ledgerFrom(address);
  } catch (error) {
    if (error instanceof LedgerAddressError) throw new CallError(error.message);
    throw new CallError(`the ledger \`${address}\` can't be opened: ${(error as Error).message}`);
  }
}
