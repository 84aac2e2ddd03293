import {
  type AnswerRow,
  type Ledger,
  type RevisionRow,
  readStored,
  type TenantRow,
} from '../ledger/index.ts';
import type { SqlValue } from './run-write.js';
import type { Statements } from './statements.ts';
import type { Writer } from './writer.ts';

export function tenantRows(
  sql: Statements,
  writer: Writer,
): Pick<Ledger, 'tenants' | 'tenant' | 'revisions' | 'revision' | 'answer' | 'approvals' | 'putApproval'> {
  const lines = <T>(query: string, values: readonly SqlValue[]): T[] =>
    sql.all(query, values).map(([line]) => readStored<T>(line, () => placeOf(query, values)));

  return {
    async tenants(shard) {
      return lines('SELECT line FROM tenants WHERE shard = ? ORDER BY tenant', [shard]);
    },
    async tenant(tenant) {
      return lines<TenantRow>('SELECT line FROM tenants WHERE tenant = ?', [tenant])[0];
    },
    async revisions(tenant, { limit, after }) {
      const before = after === undefined ? Number.MAX_SAFE_INTEGER : Number(after);
      if (!Number.isSafeInteger(before))
        throw new RangeError('No page begins there: it is not the "next" of another page');
      const rows = lines<RevisionRow>(
        'SELECT line FROM revisions WHERE tenant = ? AND revision < ? ORDER BY revision DESC LIMIT ?',
        [tenant, before, limit + 1],
      );
      if (rows.length <= limit) return { rows };
      return { rows: rows.slice(0, limit), next: String(rows[limit - 1]?.revision) };
    },
    async revision(tenant, revision) {
      return lines<RevisionRow>('SELECT line FROM revisions WHERE tenant = ? AND revision = ?', [
        tenant,
        revision,
      ])[0];
    },
    async answer(tenant, request) {
      return lines<AnswerRow>('SELECT line FROM answers WHERE tenant = ? AND request = ?', [
        tenant,
        request,
      ])[0];
    },
    async approvals(planDigest) {
      return lines('SELECT line FROM approvals WHERE plan = ? ORDER BY moment, principal', [planDigest]);
    },
    async putApproval(approval) {
      const { planDigest, principal, at } = approval;
      const sql = 'INSERT OR REPLACE INTO approvals (plan, principal, moment, line) VALUES (?, ?, ?, ?)';
      await writer.write([{ sql, values: [planDigest, principal, at, JSON.stringify(approval)] }]);
    },
  };
}

/** Says where a line lies, by what was asked. */
function placeOf(query: string, [first = '']: readonly SqlValue[]): string {
  const table = /FROM (\w+)/.exec(query)?.[1] ?? '';
  return `a line of the table ${table} (asked for: ${first})`;
}
