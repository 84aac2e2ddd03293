import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import type { Ledger } from '../../../runtime/ledger/index.ts';
import { openSqliteLedger } from '../../../runtime/ledger-sqlite/index.ts';
import { deskLaws } from './desk-laws.ts';
import { historyLaws } from './history-laws.ts';
import { inboxLaws } from './inbox-laws.ts';
import { journalLaws } from './journal-laws.ts';

describe('The ledger in memory', () => laws(async () => openSqliteLedger({ file: ':memory:' })));

describe('The ledger in a file, written by a thread', () => {
  let folder = '';
  let files = 0;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-ledger-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  laws(async () => openSqliteLedger({ file: join(folder, `ledger-${++files}.db`), writes: 'thread' }));
});

function laws(open: () => Promise<Ledger>): void {
  describe('journal', () => journalLaws(open));
  describe('history', () => historyLaws(open));
  describe('inbox', () => inboxLaws(open));
  describe('desk', () => deskLaws(open));
}
