import { describe } from 'vitest';
import { openSqliteLedger } from '../../../runtime/ledger-sqlite/index.ts';
import { deskLaws } from './desk-laws.ts';
import { historyLaws } from './history-laws.ts';
import { inboxLaws } from './inbox-laws.ts';
import { journalLaws } from './journal-laws.ts';

describe('The ledger in memory', () => {
  const open = async () => openSqliteLedger({ file: ':memory:' });
  describe('journal', () => journalLaws(open));
  describe('history', () => historyLaws(open));
  describe('inbox', () => inboxLaws(open));
  describe('desk', () => deskLaws(open));
});
