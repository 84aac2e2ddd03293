import { expect, test } from 'vitest';
import { type Approval, type Ledger, shardOf } from '../../../runtime/ledger/index.ts';
import { commitOf, digest, entryAfter, hostile, revisionRow, start, tenantRow } from './sample-rows.ts';

/** What every ledger keeps about tenants, revisions, orders, blobs, leases. `open` gives a new and empty one. */
export function deskLaws(open: () => Promise<Ledger>): void {
  test('tenants are listed by shard, as written last', async () => {
    const ledger = await open();
    const { shardCount } = await ledger.meta();
    const [nameA = '', nameB = ''] = Array.from({ length: 50 }, (_, n) => `tenant-${n}`)
      .filter((name) => shardOf(name, shardCount) === 1)
      .sort();
    const a = tenantRow({ tenant: nameA, shard: 1, memory: JSON.stringify({ holds: hostile }) });
    const b = tenantRow({ tenant: nameB, shard: 1 });
    const first = entryAfter(undefined, { shard: 1 });
    await ledger.commit(commitOf(first, { tenants: [b, a] }));
    expect(await ledger.tenants(1)).toEqual([a, b]);
    const later = { ...b, revision: 4, manifest: digest('m'), floor: start };
    await ledger.commit(commitOf(entryAfter(first, { shard: 1 }), { tenants: [later] }));
    expect(await ledger.tenants(1)).toEqual([a, later]);
    expect(await ledger.tenants(0)).toEqual([]);
    expect(await ledger.tenant(nameB)).toEqual(later);
    expect(await ledger.tenant('c-tenant')).toBeUndefined();
  });

  test('revisions are listed newest first, page by page', async () => {
    const ledger = await open();
    const rows = Array.from({ length: 12 }, (_, n) =>
      revisionRow(n + 1, n % 2 ? { source: { name: 'repo', commit: 'abc' } } : {}),
    );
    const other = revisionRow(1, { tenant: 'other' });
    await ledger.commit(commitOf(entryAfter(undefined, { shard: 0 }), { revisions: [...rows, other] }));
    const newestFirst = [...rows].reverse();
    for (const limit of [1, 5, 12, 100]) {
      const found = [];
      let after: string | undefined;
      do {
        const page = await ledger.revisions('benefits', { limit, ...(after && { after }) });
        expect(page.rows.length).toBeLessThanOrEqual(limit);
        found.push(...page.rows);
        after = page.next;
      } while (after !== undefined);
      expect(found).toEqual(newestFirst);
    }
    expect(await ledger.revision('benefits', 3)).toEqual(rows[2]);
    expect(await ledger.revision('benefits', 13)).toBeUndefined();
  });

  test('an order has one answer, kept until the floor', async () => {
    const ledger = await open();
    const answers = [
      { tenant: 'benefits', request: 'r 1', at: start, revision: 2 },
      {
        tenant: 'benefits',
        request: 'r 2',
        at: start + 10,
        refused: { code: 'base-moved', message: hostile.join() },
      },
    ] as const;
    await ledger.commit(commitOf(entryAfter(undefined, { shard: 0 }), { answers }));
    expect(await ledger.answer('benefits', 'r 1')).toEqual(answers[0]);
    expect(await ledger.answer('benefits', 'r 2')).toEqual(answers[1]);
    expect(await ledger.answer('benefits', 'r 3')).toBeUndefined();
    expect(await ledger.answer('other', 'r 1')).toBeUndefined();
    expect(await ledger.sweepFires('benefits', start + 10, 5)).toBe(1);
    expect(await ledger.sweepFires('benefits', start + 10, 5)).toBe(0);
    expect(await ledger.answer('benefits', 'r 1')).toBeUndefined();
    expect(await ledger.answer('benefits', 'r 2')).toEqual(answers[1]);
  });

  test('approvals of a plan, oldest first; of one principal the last counts', async () => {
    const ledger = await open();
    const plan = digest('plan');
    const maria: Approval = { planDigest: plan, principal: 'maria', at: start, findings: [] };
    const omar: Approval = {
      planDigest: plan,
      principal: 'omar',
      at: start - 5,
      findings: hostile,
      comment: 'yes',
    };
    await ledger.putApproval(maria);
    await ledger.putApproval(omar);
    await ledger.putApproval({ ...maria, planDigest: digest('another') });
    expect(await ledger.approvals(plan)).toEqual([omar, maria]);
    const again = { ...omar, at: start + 5, findings: ['mass-change benefits'] };
    await ledger.putApproval(again);
    expect(await ledger.approvals(plan)).toEqual([maria, again]);
    expect(await ledger.approvals(digest('none'))).toEqual([]);
  });

  test('bytes come back whole by their digest, also large ones', async () => {
    const ledger = await open();
    const blobs = [0, 1, 1_000_000, 1_048_576, 3_500_000].map((size) => {
      const bytes = new Uint8Array(size);
      for (let at = 0; at < size; at += 97) bytes[at] = at % 251;
      return [digest(`${size}`), bytes] as const;
    });
    for (const [of, bytes] of blobs) await ledger.putBlob(of, bytes);
    for (const [of, bytes] of blobs) await ledger.putBlob(of, bytes);
    for (const [of, bytes] of blobs) {
      const found = await ledger.blob(of);
      expect(found?.byteLength).toBe(bytes.byteLength);
      expect(Buffer.compare(found ?? new Uint8Array(1), bytes)).toBe(0);
    }
    expect(await ledger.blob(digest('none'))).toBeUndefined();
  });

  test('leases are written as given, and dropped by their holder only', async () => {
    const ledger = await open();
    expect(await ledger.leases()).toEqual([]);
    await ledger.putLeases([]);
    await ledger.putLeases([
      { shard: 2, holder: 'a', beat: 1 },
      { shard: 0, holder: 'a', beat: 1 },
      { shard: 1, holder: 'b', beat: 7 },
    ]);
    await ledger.putLeases([{ shard: 2, holder: 'b', beat: 8 }]);
    await ledger.dropLeases('a', [0, 1, 2]);
    expect(await ledger.leases()).toEqual([
      { shard: 1, holder: 'b', beat: 7 },
      { shard: 2, holder: 'b', beat: 8 },
    ]);
  });

  test('replicas come and go', async () => {
    const ledger = await open();
    await ledger.putReplica({ id: 'b', beat: 1, about: hostile.join() });
    await ledger.putReplica({ id: 'a', beat: 1, about: '' });
    await ledger.putReplica({ id: 'a', beat: 2, about: 'work' });
    expect(await ledger.replicas()).toEqual([
      { id: 'a', beat: 2, about: 'work' },
      { id: 'b', beat: 1, about: hostile.join() },
    ]);
    await ledger.dropReplica('b');
    await ledger.dropReplica('c');
    expect((await ledger.replicas()).map(({ id }) => id)).toEqual(['a']);
  });

  test('the clock says what time it is and how far off that may be', async () => {
    const ledger = await open();
    const first = await ledger.clock();
    const second = await ledger.clock();
    expect(first.error).toBeGreaterThanOrEqual(0);
    expect(second.now + second.error).toBeGreaterThanOrEqual(first.now - first.error);
    expect(first.now).toBeGreaterThan(Date.UTC(2024));
  });

  test('a journal keeps its head, however far it is swept', async () => {
    const ledger = await open();
    let entry = entryAfter(undefined, { shard: 1 });
    await ledger.commit(commitOf(entry));
    for (let n = 0; n < 9; n++) {
      entry = entryAfter(entry, { shard: 1 });
      await ledger.commit(commitOf(entry));
    }
    expect(await ledger.sweepJournal(1, 4, 2)).toBe(2);
    expect(await ledger.sweepJournal(1, 4, 2)).toBe(1);
    expect(await ledger.sweepJournal(1, 4, 2)).toBe(0);
    expect((await ledger.journal(1, 0, 100)).map(({ seq }) => seq)).toEqual([4, 5, 6, 7, 8, 9, 10]);
    expect(await ledger.sweepJournal(1, 1000, 100)).toBe(6);
    expect(await ledger.sweepJournal(1, 1000, 100)).toBe(0);
    expect(await ledger.heads([1])).toEqual([entry]);
    expect(await ledger.journalBetween(1, 0, entry.now, 10)).toEqual([]);
  });
}
