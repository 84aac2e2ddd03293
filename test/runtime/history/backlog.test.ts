import { describe, expect, test } from 'vitest';
import { askLedger } from '../../../runtime/history/index.ts';
import { entryHash } from '../../../runtime/ledger/index.ts';
import { openShard } from '../../../runtime/shard/index.ts';
import type { Manifest } from '../../../schema/manifest.ts';
import { openDriver } from '../../support/drive-shard.ts';
import { hourly, minutely, written } from './acme.ts';
import { at, putInForce } from './morning.ts';

describe('a backlog', () => {
  test('is idle, then stuck while nobody works, then idle', async () => {
    const start = at('2027-01-01T00:30:00Z');
    const driver = openDriver({ start, shardCount: 1, rowsMost: 20 });
    await putInForce(
      driver,
      'acme',
      written('report', minutely, { catchUp: 'all', overlap: 'allow', horizon: '1d' }),
    );
    await driver.run(start + 60);
    const questions = askLedger(driver.ledger);
    expect(await questions.backlog()).toMatchObject({ word: 'idle', sentence: 'nothing that is due waits' });

    driver.sleep(start + 3600);
    const stuck = await questions.backlog();
    expect(stuck).toMatchObject({
      word: 'stuck',
      shards: [
        {
          word: 'stuck',
          undecided: 58,
          lag: 3540,
          oldest: { job: 'acme/report', word: 'undecided', age: 3480 },
        },
      ],
    });
    expect(stuck.sentence).toContain('no entry since 00:31Z, 59 min ago, 58 fires are due and undecided');
    expect(await questions.backlog('acme')).toMatchObject({ tenant: 'acme', word: 'stuck' });

    await driver.tick();
    expect(await questions.backlog()).toMatchObject({ word: 'idle', shards: [{ undecided: 0 }] });
    await driver.ledger.close();
  });

  test('drains, until when, while a worker goes through it job by job', async () => {
    const start = at('2027-01-01T00:30:00Z');
    const driver = openDriver({ start, shardCount: 1 });
    const names = ['a', 'b', 'c', 'd'];
    await putInForce(
      driver,
      'acme',
      written(names, minutely, { catchUp: 'all', overlap: 'allow', horizon: '1d' }),
    );
    await driver.run(start + 60);
    driver.sleep(start + 3600);
    const { ledger } = driver;
    const [head] = await ledger.heads([0]);
    const tenants = await ledger.tenants(0);
    const bytes = await ledger.blob(tenants[0]!.manifest);
    const manifests = new Map([
      [tenants[0]!.manifest, JSON.parse(Buffer.from(bytes!).toString()) as Manifest],
    ]);
    const shard = openShard({
      shard: 0,
      head,
      going: await ledger.going(0),
      tenants,
      manifests,
      now: driver.now,
    });
    const draft = shard.draft({ now: driver.now, letters: [], own: [], rowsMost: 59, manifests: new Map() })!;
    const unsigned = { ...draft.entry, owner: 'test', nonce: 'first-part' };
    const entry = { ...unsigned, hash: entryHash(unsigned) };
    const { fires, revisions, answers } = draft;
    expect(await ledger.commit({ entry, fires, tenants: draft.tenants, revisions, answers })).toBe('won');
    const report = await askLedger(ledger).backlog();
    expect(report).toMatchObject({
      word: 'draining',
      shards: [{ word: 'draining', drainedBy: expect.any(String) }],
    });
    expect(report.sentence).toMatch(/^draining until 01:3\dZ: \d+ fires are due and undecided$/);
    driver.reopen();
    await driver.tick();
    expect(await askLedger(ledger).backlog()).toMatchObject({ word: 'idle' });
    await ledger.close();
  });

  test('a letter that nobody takes in is a sign, too', async () => {
    const driver = openDriver({ start: at('2027-01-01T00:30:00Z'), shardCount: 1 });
    await putInForce(driver, 'acme', written('report', hourly));
    await driver.ledger.post([
      {
        shard: 0,
        letter: { kind: 'mend', tenant: 'acme', request: 'r', principal: 'user:ada', job: 'report' },
      },
    ]);
    driver.sleep(at('2027-01-01T00:30:20Z'));
    expect(await askLedger(driver.ledger).backlog()).toMatchObject({
      word: 'stuck',
      shards: [{ unread: 1, sentence: expect.stringContaining('1 letter is not taken in') }],
    });
    await driver.ledger.close();
  });
});
