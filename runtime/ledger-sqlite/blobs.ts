import type { Ledger } from '../ledger/index.ts';
import type { Statements } from './statements.ts';
import type { Writer } from './writer.ts';

export function blobRows(sql: Statements, writer: Writer): Pick<Ledger, 'putBlob' | 'blob'> {
  return {
    async putBlob(digest, bytes) {
      const sql = 'INSERT OR IGNORE INTO blobs (digest, bytes) VALUES (?, ?)';
      await writer.write([{ sql, values: [digest, bytes] }]);
    },
    async blob(digest) {
      const [row] = sql.all('SELECT bytes FROM blobs WHERE digest = ?', [digest]);
      return row === undefined ? undefined : new Uint8Array(row[0] as Uint8Array);
    },
  };
}
