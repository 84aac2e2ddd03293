import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import type { Ledger } from '../../../runtime/ledger/index.ts';
import { migrateSpannerLedger, openSpannerLedger } from '../../../runtime/ledger-spanner/index.ts';
import {
  type SpannerEmulator,
  startSpannerEmulator,
  withoutSpannerEmulator,
} from '../../support/spanner-emulator.ts';
import { deskLaws } from './desk-laws.ts';
import { historyLaws } from './history-laws.ts';
import { inboxLaws } from './inbox-laws.ts';
import { journalLaws } from './journal-laws.ts';

describe.skipIf(withoutSpannerEmulator())('The ledger on Spanner', () => {
  let emulator: SpannerEmulator;
  let databases = 0;
  const opened: Ledger[] = [];

  beforeAll(async () => {
    emulator = await startSpannerEmulator();
  }, 60_000);
  afterEach(async () => {
    for (const ledger of opened.splice(0)) await ledger.close();
  });
  afterAll(() => emulator?.stop());

  const open = async () => {
    const address = {
      project: 'test',
      instance: 'ledger',
      database: `ledger-${++databases}`,
      emulatorHost: emulator.host,
    };
    await migrateSpannerLedger(address, { shardCount: 4 });
    const ledger = await openSpannerLedger(address);
    opened.push(ledger);
    return ledger;
  };

  describe('journal', () => journalLaws(open));
  describe('history', () => historyLaws(open));
  describe('inbox', () => inboxLaws(open));
  describe('desk', () => deskLaws(open));
});
