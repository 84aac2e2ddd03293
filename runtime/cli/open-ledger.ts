import { chmodSync, statSync } from 'node:fs';
import { CallError } from '../../compiler/cli/index.ts';
import { DamagedRecord, type Ledger } from '../ledger/index.ts';
import { LedgerAddressError, type LedgerFromOptions, ledgerFrom } from '../open-ledger/index.ts';

/**
 * Opens the ledger at an address.
 *
 * @throws {CallError} it can't be opened: what is wrong with the address, the file or the database
 */
export async function openLedger(address: string, options: LedgerFromOptions = {}): Promise<Ledger> {
  const file = fileOf(address);
  if (file !== undefined) for (const end of ['', '-wal', '-shm']) makePrivate(`${file}${end}`);
  try {
    return await ledgerFrom(address, options);
  } catch (error) {
    if (error instanceof LedgerAddressError) throw new CallError(error.message);
    throw new CallError(`the ledger \`${address}\` can't be opened: ${(error as Error).message}`);
  }
}

/**
 * Opens a ledger to ask it: a file that is not there, such as one whose name was mistyped, is not made, since an empty
 * ledger has nothing wrong with it.
 *
 * @throws {CallError} there is none, or it can't be opened
 */
export async function openMadeLedger(address: string): Promise<Ledger> {
  const file = fileOf(address);
  if (file !== undefined && (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0)
    throw new CallError(
      `there is no ledger at \`${address}\``,
      '`almanac up`, `almanac work` and `almanac ledger migrate` make one',
    );
  return openLedger(address);
}

function fileOf(address: string): string | undefined {
  return /^sqlite:(.+)$/s.exec(address)?.[1];
}

/**
 * Closes a file to everybody but its owner that an earlier version made open to all, as is the habit of files: it holds
 * the secret by which runs report. Open to a group and to nobody else is what somebody wanted.
 */
function makePrivate(file: string): void {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat?.isFile() && (stat.mode & 0o007) !== 0) chmodSync(file, stat.mode & 0o700);
  } catch {
    // It is somebody else's, who may do it.
  }
}

/** What befalls a file and its disk. SQLite's other errors are of the statement, and ours. */
const fileTrouble = /^SQLITE_(CORRUPT|NOTADB|IOERR|FULL|READONLY|CANTOPEN|BUSY)/;

/** Returns what to tell of an error that comes of the ledger's file or of what lies in it, and of no bug; undefined for any other. */
export function ledgerTrouble(error: unknown): CallError | undefined {
  if (error instanceof DamagedRecord)
    return new CallError(`the ledger can't be read: ${error.message}`, 'put back a copy of it');
  const { code, message } = error as { readonly code?: unknown; readonly message?: string };
  if (typeof code !== 'string' || !fileTrouble.test(code)) return undefined;
  return new CallError(
    `the ledger can't be read or written: ${message}`,
    /CORRUPT|NOTADB/.test(code) ? 'the file is damaged; put back a copy of it' : undefined,
  );
}
