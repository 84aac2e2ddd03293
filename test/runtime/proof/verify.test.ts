import { describe, expect, test } from 'vitest';
import { readAnchor } from '../../../runtime/proof/index.ts';
import { liveThreeDays, onThreeDays, openRecord, start } from './tampered.ts';

const the = onThreeDays();

describe('A record that nobody has touched', () => {
  test('is proved: every entry comes out the same, every fire has one fate', async () => {
    const report = await the.record.verify();
    expect(report.findings).toEqual([]);
    expect(report).toMatchObject({
      shards: 1,
      tenants: 1,
      revisions: 2,
      letters: 2,
      anchored: 0,
      olderRows: 0,
    });
    // Three nights, and a poll every half hour of three days, of which the last is not due yet, for its spread.
    expect(report.fires).toBe(3 + 3 * 48 - 1);
    expect(report.rows).toBeGreaterThan(90);
  });

  test('is proved while it goes on, up to the head that it had at the beginning', async () => {
    const proving = the.record.verify();
    await the.record.driver.run(start + 3 * 86_400 + 3_600);
    expect((await proving).findings).toEqual([]);
  });

  test('is proved from a checkpoint, where retention has taken away what came before', async () => {
    const { driver } = the.record;
    const floor = start + 2 * 86_400;
    await driver.moveFloor('benefits', floor);
    await driver.run(start + 4 * 86_400);
    const [checkpoint] = (await driver.ledger.journal(0, 0, 10_000)).filter(({ body }) => body.checkpoint);
    while ((await driver.ledger.sweepFires('benefits', floor, 500)) > 0);
    while ((await driver.ledger.sweepJournal(0, checkpoint!.seq, 500)) > 0);
    while ((await driver.ledger.sweepInbox(0, checkpoint!.inbox, 500)) > 0);

    const report = await the.record.verify();

    expect(report.findings).toEqual([]);
    expect(report.notKeptBefore).toEqual({ benefits: floor });
    expect(report.olderRows).toBeGreaterThan(20);
    expect(report.fires).toBe(2 + 2 * 48);
  });

  test('leads to the heads that somebody outside has kept', async () => {
    const anchors = [await readAnchor(the.record.driver.ledger)];
    await the.record.driver.run(start + 3 * 86_400 + 3_600);
    const report = await the.record.verify({ anchors });
    expect(report.findings).toEqual([]);
    expect(report.anchored).toBe(1);
  });
});

describe('What was reported after the end of a run', () => {
  const [benefits, order] = ['benefits', 'statement-run'];
  /** Lets the job say of its run of a night how it ended: all of them were over by the morning. */
  const report = async (night: string, count: number, outcome: 'succeeded' | 'failed' = 'succeeded') => {
    const { driver } = the.record;
    const letter = {
      kind: 'finished',
      tenant: benefits,
      run: `${order}@${night}Z`,
      at: driver.now,
      outcome,
      report: { outputs: { statements: { count } } },
    } as const;
    await driver.ledger.post([{ shard: 0, letter }]);
    driver.sleep(driver.now + 1);
    await driver.tick();
  };
  /** In the one between nothing ran. */
  const nights = ['2026-11-30T01:30:00', '2026-12-02T02:00:00'] as const;
  const lateOf = async (night: string) => {
    const [row] = await the.record.driver.ledger.fire(benefits, order, Date.parse(`${night}Z`) / 1_000);
    return row?.body.run?.late?.map(({ report: said }) => said?.outputs?.['statements']?.count);
  };
  /** Moves the floor to a day, and sweeps all that is below it. */
  const sweepBefore = async (floor: number) => {
    const { driver } = the.record;
    await driver.moveFloor(benefits, floor);
    const [checkpoint] = (await driver.ledger.journal(0, 0, 10_000)).filter(({ body }) => body.checkpoint);
    while ((await driver.ledger.sweepFires(benefits, floor, 500)) > 0);
    while ((await driver.ledger.sweepJournal(0, checkpoint!.seq, 500)) > 0);
    while ((await driver.ledger.sweepInbox(0, checkpoint!.inbox, 500)) > 0);
  };

  test('is proved with the row, as often as something came', async () => {
    await report(nights[0], 1);
    await report(nights[0], 2, 'failed');
    await report(nights[1], 3);
    await report(nights[1], 3);
    expect([await lateOf(nights[0]), await lateOf(nights[1])]).toEqual([[1, 2], [3]]);
    expect((await the.record.verify()).findings).toEqual([]);
  });

  test('is proved on a row that a replay does not keep in memory', async () => {
    // Long enough not to be kept in memory.
    const { driver } = the.record;
    const run = `${order}@${nights[0]}Z`;
    const long = { message: 'x'.repeat(30_000) };
    const letter = {
      kind: 'finished',
      tenant: benefits,
      run,
      at: driver.now,
      outcome: 'failed',
      report: long,
    } as const;
    await driver.ledger.post([{ shard: 0, letter }]);
    await driver.tick();
    await report(nights[0], 2);
    await report(nights[0], 3);
    expect(await lateOf(nights[0])).toEqual([undefined, 2, 3]);
    expect((await the.record.verify()).findings).toEqual([]);
    expect(
      the.record.tamper(
        `UPDATE fires SET line = replace(line, '"count":2', '"count":4') WHERE line LIKE '%"count":2}%'`,
      ),
    ).toBe(1);
    expect((await the.record.verify()).findings).toMatchObject([{ kind: 'row', job: order }]);
  });

  test('is proved from a checkpoint, on a row that was written before it, which counts as older', async () => {
    await report(nights[1], 1);
    const before = (await the.record.verify()).rows;
    await sweepBefore(start + 2 * 86_400);
    const { olderRows } = await the.record.verify();
    await report(nights[1], 2);
    await report(nights[1], 3);
    expect(await lateOf(nights[1])).toEqual([1, 2, 3]);
    const proved = await the.record.verify();
    expect(proved.findings).toEqual([]);
    expect(proved.olderRows).toBe(olderRows);
    expect(proved.rows).toBeLessThan(before);
  });

  test('is counted and dropped below the floor, and that is proved, too', async () => {
    await sweepBefore(start + 2 * 86_400);
    await report(nights[0], 1);
    expect(await lateOf(nights[0])).toBeUndefined();
    expect((await the.record.verify()).findings).toEqual([]);
  });

  test.each([
    ['taken away', (late: string) => late.replace(/,?"late":\[.*?\}\}\}\]/, '')],
    ['changed', (late: string) => late.replace('"count":77', '"count":78')],
    [
      'said to be of an earlier entry',
      (late: string) => late.replace(/"late":\[\{"seq":\d+/, '"late":[{"seq":1'),
    ],
  ])('is found out where it is %s, also on an older row', async (_, edit) => {
    for (const isSwept of [false, true]) {
      if (isSwept) await sweepBefore(start + 2 * 86_400);
      const night = nights[isSwept ? 1 : 0];
      await report(night, 77);
      const [line] = the.record.read(
        `SELECT line FROM fires WHERE job = '${order}' AND scheduled = ?`,
        Date.parse(`${night}Z`) / 1_000,
      ) as readonly [string];
      const edited = edit(line);
      expect(edited).not.toBe(line);
      the.record.tamper('UPDATE fires SET line = ? WHERE line = ?', edited, line);
      expect((await the.record.verify()).findings).toMatchObject([{ kind: 'row', job: order }]);
      the.record.tamper('UPDATE fires SET line = ? WHERE line = ?', line, edited);
      expect((await the.record.verify()).findings).toEqual([]);
    }
  });
});

describe('An answer', () => {
  const order = async (request: string, hold: string) => {
    const { driver } = the.record;
    const letter = { kind: 'release', tenant: 'benefits', request, principal: 'user:ann', hold } as const;
    await driver.ledger.post([{ shard: 0, letter }]);
    driver.sleep(driver.now + 60);
    await driver.tick();
  };

  test('to an order that was refused and sent again is the last one', async () => {
    await order('again', 'none');
    await order('again', 'none');
    expect(await the.messages()).toEqual([]);
  });

  test('that is swept with what is below the floor is not missed', async () => {
    const { driver } = the.record;
    await driver.moveFloor('benefits', start + 86_400);
    await order('early', 'none');
    await driver.run(start + 5 * 86_400);
    await driver.moveFloor('benefits', start + 4 * 86_400);
    while ((await driver.ledger.sweepFires('benefits', start + 4 * 86_400, 500)) > 0);
    expect(await driver.ledger.answer('benefits', 'early')).toBeUndefined();
    expect(await the.messages()).toEqual([]);
  });
});

describe('Whoever edits the record is found out:', () => {
  test('a fate that was changed', async () => {
    const changed = the.record.tamper(
      `UPDATE fires SET line = replace(line, '"overlap"', '"expired.outage"') WHERE job = 'poll' AND line LIKE '%"overlap"%'
       AND scheduled = (SELECT min(scheduled) FROM fires WHERE job = 'poll' AND line LIKE '%"overlap"%')`,
    );
    expect(changed).toBe(1);
    const found = await the.record.verify();
    expect(found.findings).toMatchObject([{ kind: 'row', tenant: 'benefits', job: 'poll', shard: 0 }]);
    expect(found.findings[0]?.message).toMatch(
      /^benefits\/poll@2026-11-29T10:00:00Z is expired\.outage, where entry \d+ said overlap$/,
    );
  });

  test('an instant in a row that says the same otherwise', async () => {
    expect(
      the.record.tamper(
        `UPDATE fires SET line = replace(line, '"dispatched":17960', '"dispatched":17961') WHERE job = 'statement-run'
         AND line LIKE '%"dispatched":17960%'`,
      ),
    ).toBe(1);
    expect(await the.messages()).toEqual([expect.stringContaining('but what else its row says was changed')]);
  });

  test('a row that was deleted', async () => {
    const [scheduled] = the.record.read(`SELECT max(scheduled) FROM fires WHERE job = 'statement-run'`);
    the.record.tamper(`DELETE FROM fires WHERE job = 'statement-run' AND scheduled = ?`, scheduled);
    expect(await the.messages()).toEqual([
      expect.stringMatching(
        /^benefits\/statement-run@2026-12-02T02:00:00Z has no row any more: entry \d+ said dispatched, succeeded$/,
      ),
      'benefits/statement-run@2026-12-02T02:00:00Z is a fire of revision 2, and has no fate',
    ]);
  });

  test('a row that was put in', async () => {
    the.record.tamper(
      `INSERT INTO fires SELECT tenant, scheduled + 60, job, ord, last + 60, hole, line FROM fires
       WHERE job = 'statement-run' LIMIT 1`,
    );
    expect(await the.messages()).toEqual([
      expect.stringMatching(
        /^benefits\/statement-run@2026-11-30T01:31:00Z has a row \(.*\) that no entry wrote$/,
      ),
      'benefits/statement-run@2026-11-30T01:31:00Z has a fate, and is a fire of no revision',
    ]);
  });

  test('an entry that was dropped', async () => {
    the.record.tamper('DELETE FROM journal WHERE seq = 40');
    const found = await the.record.verify();
    expect(found.findings[0]).toMatchObject({
      kind: 'entry',
      seq: 41,
      message: 'entry 40 is missing before it',
    });
  });

  test('the last entries, where somebody outside has kept a head', async () => {
    const anchors = [await readAnchor(the.record.driver.ledger)];
    const { seq } = anchors[0]!.heads[0]!;
    the.record.tamper('DELETE FROM journal WHERE seq >= ?', seq - 1);
    const found = await the.record.verify({ anchors });
    expect(found.anchored).toBe(0);
    expect(found.findings.map(({ message }) => message)).toContain(
      'its hash was kept outside, and it is not in the journal',
    );
  });

  test('an entry that says something else', async () => {
    const [seq] = the.record.read(
      `SELECT min(seq) FROM journal WHERE entry LIKE '%"dispatched":1%' AND seq > 20`,
    );
    the.record.tamper(
      `UPDATE journal SET entry = replace(entry, '"dispatched":1', '"dispatched":2') WHERE seq = ?`,
      seq,
    );
    const kinds = (await the.record.verify()).findings.map(
      ({ kind, seq, message }) => `${kind} ${seq}: ${message}`,
    );
    expect(kinds.slice(0, 2)).toEqual([
      `entry ${seq}: its hash is not that of what it says`,
      `decision ${seq}: made again, it differs in how many fires got which fate`,
    ]);
  });

  test('a journal that was rewritten as a whole, by the head that was kept outside', async () => {
    const anchors = [await readAnchor(the.record.driver.ledger)];
    const other = openRecord();
    await liveThreeDays(other);
    const forged = { ...anchors[0]!, ledger: (await other.driver.ledger.meta()).id };
    // By itself it is in order, and it is not what was kept.
    expect((await other.verify()).findings).toEqual([]);
    const found = (await other.verify({ anchors: [forged] })).findings;
    await other.close();
    expect(found).toMatchObject([{ kind: 'anchor', message: expect.stringMatching(/journal/) }]);
  });

  test('a letter that was changed', async () => {
    expect(
      the.record.tamper(
        `UPDATE inbox SET letter = replace(letter, 'user:ann', 'user:eve') WHERE letter LIKE '%user:ann%'`,
      ),
    ).toBe(2);
    const found = await the.record.verify();
    expect(found.findings[0]).toMatchObject({
      kind: 'letter',
      message: 'the letters that it took in are not as they were: apply for benefits',
    });
  });

  test('a letter that was deleted', async () => {
    the.record.tamper('DELETE FROM inbox WHERE id = (SELECT max(id) FROM inbox)');
    expect((await the.record.verify()).findings[0]).toMatchObject({
      kind: 'letter',
      message: 'it took in 1 letter, and 0 are there',
    });
  });

  test('bytes of manifests that were swapped', async () => {
    const [one, two] = the.record.read(
      `SELECT digest FROM blobs WHERE CAST(bytes AS TEXT) LIKE '%"tzdata"%' AND CAST(bytes AS TEXT) NOT LIKE '%"findings"%'`,
    );
    the.record.tamper(
      'UPDATE blobs SET bytes = (SELECT bytes FROM blobs WHERE digest = ?) WHERE digest = ?',
      one,
      two,
    );
    const found = await the.messages();
    expect(found.some((message) => /names manifest bytes that are changed/.test(message))).toBe(true);
  });

  test('a plan that was deleted, or an approval', async () => {
    const [plan] = the.record.read(
      `SELECT digest FROM blobs WHERE CAST(bytes AS TEXT) LIKE '%"findings"%' LIMIT 1`,
    );
    the.record.tamper('DELETE FROM blobs WHERE digest = ?', plan);
    the.record.tamper('DELETE FROM approvals');
    const found = await the.messages();
    expect(found).toContainEqual(
      expect.stringMatching(/^revision \d of benefits names plan bytes that are missing/),
    );
    expect(found).toContain('revision 1 of benefits was approved by user:bob, whose approval is missing');
  });

  test('who applied a revision', async () => {
    the.record.tamper(`UPDATE revisions SET line = replace(line, 'user:ann', 'user:eve') WHERE revision = 2`);
    expect(await the.messages()).toEqual(['revision 2 of benefits was changed: principal']);
  });

  test('a revision that was deleted', async () => {
    the.record.tamper('DELETE FROM revisions WHERE revision = 1');
    expect(await the.messages()).toContain('revision 1 of benefits is missing');
  });

  test('what is noted of a tenant', async () => {
    the.record.tamper(`UPDATE tenants SET line = replace(line, '"revision":2', '"revision":1')`);
    expect(await the.messages()).toEqual(['what is noted of benefits was changed']);
  });

  test('an answer', async () => {
    the.record.tamper('DELETE FROM answers WHERE request = (SELECT min(request) FROM answers)');
    expect(await the.messages()).toEqual([
      expect.stringMatching(/^the answer to apply-[0-9a-f]+ of benefits is missing$/),
    ]);
  });
});
