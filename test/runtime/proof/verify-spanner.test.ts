import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApplyPort } from '../../../runtime/apply/index.ts';
import type { Ledger } from '../../../runtime/ledger/index.ts';
import { migrateSpannerLedger, openSpannerLedger } from '../../../runtime/ledger-spanner/index.ts';
import { readAnchor, verify } from '../../../runtime/proof/index.ts';
import { openDriver } from '../../support/drive-shard.ts';
import {
  type SpannerEmulator,
  startSpannerEmulator,
  withoutSpannerEmulator,
} from '../../support/spanner-emulator.ts';
import { applyText, liveThreeDays, start } from './tampered.ts';

describe.skipIf(withoutSpannerEmulator())('A record on Spanner', () => {
  let emulator: SpannerEmulator;
  let ledger: Ledger;

  beforeAll(async () => {
    emulator = await startSpannerEmulator();
    const address = {
      project: 'test',
      instance: 'proof',
      database: 'proof',
      emulatorHost: emulator.host,
    };
    await migrateSpannerLedger(address, { shardCount: 2 });
    ledger = await openSpannerLedger(address);
  }, 60_000);

  afterAll(async () => {
    await ledger?.close();
    await emulator?.stop();
  });

  test('is applied to and proved as one on SQLite is', async () => {
    const driver = openDriver({ start, on: ledger, signEvery: 3_600 });
    const pause = async () => {
      driver.sleep(driver.now + 1);
      await driver.tick();
    };
    const port = openApplyPort(driver.ledger, { pause });
    await liveThreeDays({ driver, apply: (text) => applyText(port, text) });

    const report = await verify(ledger, { anchors: [await readAnchor(ledger)] });

    expect(report.findings).toEqual([]);
    expect(report).toMatchObject({ shards: 2, revisions: 2, letters: 2, anchored: 2 });
    expect(report.fires).toBe(3 + 3 * 48 - 1);
  }, 240_000);
});
