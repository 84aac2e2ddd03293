import type { Ledger } from '../ledger/index.ts';
import type { Statements } from './statements.ts';

export function blobRows(sql: Statements): Pick<Ledger, 'putBlob' | 'blob'> {
  return {
    async putBlob(digest, bytes) {
      sql.run('INSERT OR IGNORE INTO blobs (digest, bytes) VALUES (?, ?)', [digest, bytes]);
    },
    async blob(digest) {
      const [row] = sql.all('SELECT bytes FROM blobs WHERE digest = ?', [digest]);
      return row === undefined ? undefined : new Uint8Array(row[0] as Uint8Array);
    },
  };
}
