import type { InboxLetter, InboxPosition, Ledger } from '../ledger/index.ts';

/** Letters that are read at once. */
const pageSize = 1_000;

/** Reads a shard's inbox along with its journal. */
export interface LetterReader {
  /** Returns the letters behind the last position taken, up to `position`: all that there are. */
  upTo(position: InboxPosition): Promise<readonly InboxLetter[]>;
}

export function letterReader(ledger: Ledger, shard: number, after: InboxPosition): LetterReader {
  let read: InboxLetter[] = [];
  let readUpTo = after;
  let isAll = false;
  return {
    async upTo(position) {
      while (!isAll && (read.at(-1)?.position ?? '') < position) {
        const [more = []] = await ledger.inbox([{ shard, after: readUpTo }], pageSize);
        isAll = more.length < pageSize;
        read.push(...more);
        readUpTo = more.at(-1)?.position ?? readUpTo;
      }
      const count = read.findIndex((letter) => letter.position > position);
      const taken = count < 0 ? read : read.slice(0, count);
      read = count < 0 ? [] : read.slice(count);
      return taken;
    },
  };
}
