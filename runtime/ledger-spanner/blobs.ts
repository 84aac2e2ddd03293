import type { Ledger } from '../ledger/index.ts';
import { insert, prefix, type Value } from './mutations.ts';
import { type Store, status } from './store.ts';

/** Of one value, in bytes. */
const partMost = 1_048_576;
/** Of one commit: far below the 100 MiB that Spanner takes. */
const partsAtOnce = 8;

export function blobRows(store: Store): Pick<Ledger, 'putBlob' | 'blob'> {
  const columns = ['Digest', 'Part', 'Parts', 'Bytes'];

  return {
    async putBlob(digest, bytes) {
      const parts = Math.max(1, Math.ceil(bytes.byteLength / partMost));
      const row = (part: number): readonly Value[] => [
        digest,
        part,
        part === 0 ? parts : null,
        bytes.subarray(part * partMost, (part + 1) * partMost),
      ];
      const [there] = await store.read({ table: 'Blobs', columns: ['Parts'], keys: [[digest, 0]] });
      if (there !== undefined) return;
      for (let last = parts - 1; last >= 0; last -= partsAtOnce) {
        const first = Math.max(0, last - partsAtOnce + 1);
        const rows = Array.from({ length: last - first + 1 }, (_, at) => row(first + at));
        await putOnce([insert('Blobs', columns, rows)]);
      }
    },
    async blob(digest) {
      const rows = await store.read({
        table: 'Blobs',
        columns: ['Part', 'Bytes'],
        ranges: [prefix([digest])],
      });
      // Without its part 0 it is still being written.
      if (rows[0]?.[0] !== 0) return undefined;
      return new Uint8Array(Buffer.concat(rows.map(([, bytes]) => bytes as Uint8Array)));
    },
  };

  /** What bears a digest is the same whoever wrote it, and a part that is there need not be written. */
  async function putOnce(mutations: Parameters<Store['write']>[0]): Promise<void> {
    try {
      await store.write(mutations);
    } catch (error) {
      if ((error as { code?: number }).code !== status.alreadyExists) throw error;
    }
  }
}
