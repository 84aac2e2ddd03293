import {
  type AnswerRow,
  type Approval,
  type Ledger,
  type RevisionRow,
  shardOf,
  type TenantRow,
} from '../ledger/index.ts';
import { listOf, prefix, upsert, type Value } from './mutations.ts';
import type { Store } from './store.ts';

export function tenantRows(
  store: Store,
  shardCount: number,
): Pick<Ledger, 'tenants' | 'tenant' | 'revisions' | 'revision' | 'answer' | 'approvals' | 'putApproval'> {
  const one = async <T>(table: string, key: readonly Value[]): Promise<T | undefined> => {
    const [row] = await store.read({ table, columns: ['Line'], keys: [key] });
    return row === undefined ? undefined : (JSON.parse(String(row[0])) as T);
  };

  return {
    async tenants(shard) {
      const rows = await store.read({ table: 'Tenants', columns: ['Line'], ranges: [prefix([shard])] });
      return rows.map(([line]) => JSON.parse(String(line)) as TenantRow);
    },
    async tenant(tenant) {
      return one<TenantRow>('Tenants', [shardOf(tenant, shardCount), tenant]);
    },
    async revisions(tenant, { limit, after }) {
      const before = after === undefined ? Number.MAX_SAFE_INTEGER : Number(after);
      if (after === '' || !Number.isSafeInteger(before))
        throw new RangeError('No page begins there: it is not the "next" of another page');
      const found = await store.read({
        table: 'Revisions',
        columns: ['Line'],
        ranges: [{ startOpen: listOf([tenant, before]), endClosed: listOf([tenant]) }],
        limit: limit + 1,
      });
      const rows = found.map(([line]) => JSON.parse(String(line)) as RevisionRow);
      if (rows.length <= limit) return { rows };
      return { rows: rows.slice(0, limit), next: String(rows[limit - 1]?.revision) };
    },
    async revision(tenant, revision) {
      return one<RevisionRow>('Revisions', [tenant, revision]);
    },
    async answer(tenant, request) {
      return one<AnswerRow>('Answers', [tenant, request]);
    },
    async approvals(planDigest) {
      const rows = await store.read({
        table: 'Approvals',
        columns: ['Line'],
        ranges: [prefix([planDigest])],
      });
      return rows
        .map(([line]) => JSON.parse(String(line)) as Approval)
        .sort((a, b) => a.at - b.at || (a.principal < b.principal ? -1 : 1));
    },
    async putApproval(approval) {
      const row = [approval.planDigest, approval.principal, JSON.stringify(approval)];
      await store.write([upsert('Approvals', ['Plan', 'Principal', 'Line'], [row])]);
    },
  };
}
