import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type ApplyPort, openApplyPort } from '../../../runtime/apply/index.ts';
import { type ProofReport, type VerifyOptions, verify } from '../../../runtime/proof/index.ts';
import type { Instant } from '../../../schema/time.ts';
import { type Driver, type DriverOptions, openDriver } from '../../support/drive-shard.ts';
import { nightly, planAgainst } from '../apply/casework.ts';

/** 2026-11-29T09:00:00Z. */
export const start: Instant = 1_795_942_800;

/** A record in a file, with somebody who can write there. */
export interface Record {
  readonly driver: Driver;
  readonly file: string;
  /** Runs SQL on the file, as somebody would who wants to hide something. */
  tamper(sql: string, ...values: readonly unknown[]): number;
  read(sql: string, ...values: readonly unknown[]): readonly unknown[];
  verify(options?: VerifyOptions): Promise<ProofReport>;
  apply(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a new record, or a copy of one that is in a file. */
export function openRecord({ from, ...options }: Partial<DriverOptions> & { from?: string } = {}): Record {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-proof-'));
  const file = join(folder, 'ledger.db');
  if (from !== undefined) copyFileSync(from, file);
  const driver = openDriver({ start, shardCount: 1, signEvery: 3_600, ...options, file });
  const pause = async () => {
    driver.sleep(driver.now + 1);
    await driver.tick();
  };
  const port = openApplyPort(driver.ledger, { pause });
  const on = <Result>(use: (db: InstanceType<typeof Database>) => Result): Result => {
    const db = new Database(file);
    try {
      return use(db);
    } finally {
      db.close();
    }
  };
  return {
    driver,
    file,
    tamper: (sql, ...values) => on((db) => db.prepare(sql).run(...values).changes),
    read: (sql, ...values) =>
      on((db) =>
        db
          .prepare(sql)
          .raw()
          .all(...values),
      ).flat(),
    verify: (how) => verify(driver.ledger, how),
    apply: (text) => applyText(port, text),
    async close() {
      await driver.ledger.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Plans a text against what is in force, has it approved, and applies it. */
export async function applyText(port: ApplyPort, text: string): Promise<void> {
  const plan = await planAgainst(port, text);
  await port.approve({ planDigest: plan.digest, findings: [], principal: 'user:bob' });
  const { refused } = await port.apply({ plan, principal: 'user:ann', failOn: 'stop' });
  if (refused) throw new Error(refused.message);
}

/**
 * Three days with an outage in the second night, a change of schedule, and a half-hourly job that overlaps itself.
 * Returns the instant at which they end.
 */
export async function liveThreeDays(record: Pick<Record, 'driver' | 'apply'>): Promise<Instant> {
  const { driver } = record;
  const busy = `---
apiVersion: almanac/v1
kind: Job
metadata: { tenant: benefits, name: poll }
spec:
  schedule: { every: 30m, anchor: "2026-01-01T00:00:00Z", spread: 1m }
  policy: nightly
  target: { http: { url: "https://poll.example.gov/run" } }
`;
  await record.apply(nightly('benefits', { horizon: '4h', extra: busy }));
  await driver.run(start + 86_400);
  driver.sleep(driver.now + 23 * 3_600);
  await driver.run(start + 2 * 86_400 + 600);
  await record.apply(nightly('benefits', { cron: '0 2 * * *', horizon: '4h', extra: busy }));
  driver.reopen();
  await driver.run(end);
  return end;
}

const end = start + 3 * 86_400;

/** Lets each test of a file have a copy of one record, of three days in which every other poll is skipped. */
export function onThreeDays(): {
  readonly record: Record;
  messages(options?: VerifyOptions): Promise<string[]>;
} {
  // A poll comes every half hour and takes 36 minutes.
  const runs: NonNullable<DriverOptions['runs']> = ({ run }) => ({
    lasts: run.job === 'poll' ? 2_160 : 1_500,
    outcome: 'succeeded',
  });
  let lived: Record;
  let record: Record;
  beforeAll(async () => {
    lived = openRecord({ runs });
    await liveThreeDays(lived);
    // What is in the write-ahead log goes into the file.
    await lived.driver.ledger.close();
  });
  afterAll(() => lived.close());
  beforeEach(() => {
    record = openRecord({ from: lived.file, runs, start: start + 3 * 86_400 });
  });
  afterEach(() => record.close());
  return {
    get record() {
      return record;
    },
    messages: async (options) => (await record.verify(options)).findings.map(({ message }) => message),
  };
}
