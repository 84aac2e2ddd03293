import { describe } from 'vitest';
import { openSqliteLedger } from '../../../runtime/ledger-sqlite/index.ts';
import { journalLaws } from './journal-laws.ts';

describe('The ledger in memory', () => {
  const open = async () => openSqliteLedger({ file: ':memory:' });
  describe('journal', () => journalLaws(open));
});
