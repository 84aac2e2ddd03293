import { randomUUID } from 'node:crypto';
import {
  type Commit,
  entryHash,
  type FirePut,
  type FireRow,
  type JournalEntry,
  type Ledger,
  type Letter,
  type RevisionRow,
  shardOf,
  type TenantRow,
} from '../../../runtime/ledger/index.ts';

/** Rows as a shard would write them, with what a test doesn't care about filled in. */

/** 2027-01-15T08:00:00Z */
export const start = 1_800_000_000;

export function fireRow(parts: Partial<FireRow> & { readonly scheduled: number }): FireRow {
  return {
    tenant: 'benefits',
    job: 'statement-run',
    order: '',
    last: parts.scheduled,
    count: 1,
    due: parts.scheduled,
    state: 'over',
    hole: false,
    seq: 1,
    body: { window: { from: parts.scheduled - 300, to: parts.scheduled }, createdBy: 1 },
    ...parts,
  };
}

export function dispatched(row: FireRow): FireRow {
  const window = row.body.window;
  return {
    ...row,
    state: 'going',
    body: {
      ...row.body,
      decidedBy: 1,
      decided: row.due,
      run: {
        id: `${row.job}@${row.scheduled}`,
        job: row.job,
        scheduled: row.scheduled,
        lane: 'scheduled',
        window,
        dispatched: row.due,
        started: false,
        attempt: { number: 1, state: 'sent' },
        attemptCountMax: 3,
        attempts: [{ number: 1, sentAt: row.due }],
      },
    },
  };
}

export function ended(row: FireRow): FireRow {
  const run = row.body.run!;
  return {
    ...row,
    state: 'over',
    hole: false,
    body: { ...row.body, run: { ...run, endedAt: row.due + 60, outcome: 'succeeded' } },
  };
}

export function entryAfter(
  previous: JournalEntry | undefined,
  parts: Partial<JournalEntry> & { readonly shard: number },
): JournalEntry {
  const entry = {
    seq: (previous?.seq ?? 0) + 1,
    owner: 'replica-1',
    nonce: randomUUID(),
    now: (previous?.now ?? start) + 1,
    watermark: { through: start, pass: start, cursor: '' },
    inbox: previous?.inbox ?? '',
    body: { own: [], counts: {}, rowsMost: 1000 },
    previous: previous?.hash ?? '',
    ...parts,
  };
  return { ...entry, hash: entryHash(entry) };
}

export function commitOf(entry: JournalEntry, parts: Partial<Commit> = {}): Commit {
  return { entry, fires: [], tenants: [], revisions: [], answers: [], ...parts };
}

/** Writes fires as the next entry of their tenant's shard. */
export async function write(ledger: Ledger, puts: readonly FirePut[]): Promise<JournalEntry> {
  const shard = shardOf(puts[0]?.row.tenant ?? 'benefits', (await ledger.meta()).shardCount);
  const [head] = await ledger.heads([shard]);
  const entry = entryAfter(head, { shard });
  const verdict = await ledger.commit(commitOf(entry, { fires: puts }));
  if (verdict !== 'won') throw new Error('The sample was not written');
  return entry;
}

export function tenantRow(
  parts: Partial<TenantRow> & { readonly tenant: string; readonly shard: number },
): TenantRow {
  return { revision: 0, manifest: '', floor: 0, memory: '{}', ...parts };
}

export function revisionRow(revision: number, parts: Partial<RevisionRow> = {}): RevisionRow {
  return {
    tenant: 'benefits',
    revision,
    inForceFrom: start + revision,
    manifest: digest(`manifest ${revision}`),
    declarations: digest('declarations'),
    plan: digest('plan'),
    planDigest: digest('plan digest'),
    principal: 'maria@example.gov',
    approvedBy: ['noor@example.gov'],
    seq: revision,
    ...parts,
  };
}

export function digest(of: string): string {
  return `sha256:${Buffer.from(of).toString('hex').padEnd(64, '0').slice(0, 64)}`;
}

export function heartbeat(n: number, tenant = 'benefits'): Letter {
  return { kind: 'heartbeat', tenant, run: `statement-run@${n}`, at: start + n };
}

/** Text that breaks what puts text together instead of binding it. */
export const hostile = [
  `'; DROP TABLE fires; --`,
  `"quoted" \\ back\\\\slash`,
  'a\nb\r\nc\td',
  'nul \u0000 inside',
  'Ünïcödé 名前 🕰️',
  '%_*?[]{}()',
  'null',
  '\u202Eright to left',
  'ab'.repeat(2000),
];
