import { CallError } from './call-error.ts';
import { errnoText } from './errno-text.ts';
import { readBytes } from './read-bytes.ts';

/**
 * Reads a file that was named on the command line, as text.
 *
 * @throws {CallError} where it cannot be read.
 */
export function readNamedFile(path: string, shown: string): string {
  try {
    return readBytes(path).toString('utf8');
  } catch (error) {
    throw new CallError(`\`${shown}\` cannot be read: ${errnoText(error)}`, undefined, error);
  }
}
