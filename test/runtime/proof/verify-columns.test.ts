import { beforeEach, describe, expect, test } from 'vitest';
import { onThreeDays } from './tampered.ts';

const the = onThreeDays();

describe('Whoever edits what queries go by is found out:', () => {
  test.each([
    [
      0,
      "'succeeded'",
      /is dispatched, succeeded as entry \d+ said, and is listed as a missing run, which it is not$/,
    ],
    [
      1,
      "'expired.outage'",
      /is expired\.outage as entry \d+ said, and is listed as no missing run, which it is$/,
    ],
  ])(
    'a hole (%i) that was made another thing for those who ask what is missing',
    async (hole, word, said) => {
      const like = `%${word.slice(1, -1)}%`;
      const changed = the.record.tamper(
        `UPDATE fires SET hole = 1 - hole WHERE hole = ? AND (tenant, scheduled, job) = (SELECT tenant, scheduled, job FROM
       fires WHERE hole = ? AND last = scheduled AND line LIKE ? LIMIT 1)`,
        hole,
        hole,
        like,
      );
      expect(changed).toBe(1);
      const found = await the.record.verify();
      expect(found.findings).toMatchObject([
        { kind: 'row', tenant: 'benefits', message: expect.stringMatching(said) },
      ]);
    },
  );

  test('all holes that were turned round', async () => {
    const changed = the.record.tamper('UPDATE fires SET hole = 1 - hole');
    const found = await the.record.verify();
    expect(found.findings.length + found.more).toBe(changed);
  });

  test.each([
    ['last + 3600', '2026-12-02T03:00:00Z'],
    ['9000000000000000', 'second 9000000000000000'],
  ])('the end of a stretch (%s), by which ranges find it', async (last, said) => {
    expect(
      the.record.tamper(
        `UPDATE fires SET last = ${last} WHERE scheduled = (SELECT max(scheduled) FROM fires WHERE last = scheduled
         AND job = 'statement-run') AND job = 'statement-run'`,
      ),
    ).toBe(1);
    expect((await the.messages())[0]).toMatch(
      /^benefits\/statement-run@2026-12-02T02:00:00Z is dispatched, succeeded as /,
    );
    expect((await the.messages())[0]).toContain(
      `, and is filed up to ${said}, where its last fire is at 2026-12-02T02:00:00Z`,
    );
  });

  describe('what waits', () => {
    /** A run goes on, and the fire after it is held. */
    beforeEach(async () => {
      const { driver } = the.record;
      await driver.run(driver.now + 4_200);
      const held = { tenant: 'benefits', request: 'hold-1', principal: 'user:ann', hold: 'h', job: 'poll' };
      const why = { until: driver.now + 86_400, reason: 'a look' };
      await driver.ledger.post([{ shard: 0, letter: { kind: 'hold', ...held, ...why } }]);
      await driver.run(driver.now + 1_320);
      expect(the.record.read('SELECT waits IS NULL FROM live ORDER BY 1')).toEqual([0, 1]);
      expect(await the.messages()).toEqual([]);
    });

    test.each([
      [
        'was said to wait no more',
        'SET waits = NULL',
        'waits, and is missing from what is listed as waiting of benefits',
      ],
      [
        'was given to another tenant',
        `SET tenant = 'other'`,
        'waits, and is missing from what is listed as waiting of benefits',
      ],
      [
        'was given to another shard',
        'SET shard = 7',
        'waits, and is missing from what is listed as waiting of shard 0',
      ],
    ])('and %s', async (_, set, said) => {
      expect(the.record.tamper(`UPDATE live ${set} WHERE waits IS NOT NULL`)).toBeGreaterThan(0);
      const found = await the.record.verify();
      expect(found.findings[0]).toMatchObject({ kind: 'row', message: expect.stringContaining(said) });
    });

    test('and was put behind others', async () => {
      expect(
        the.record.tamper('UPDATE live SET waits = waits + 3600 WHERE waits IS NOT NULL'),
      ).toBeGreaterThan(0);
      expect((await the.messages())[0]).toMatch(/ is due at .*, and is listed among what waits as due at /);
    });

    test('and does not, since it goes on', async () => {
      expect(the.record.tamper('UPDATE live SET waits = 1 WHERE waits IS NULL')).toBeGreaterThan(0);
      expect((await the.messages())[0]).toMatch(
        / is listed among what waits of benefits, where it does not belong$/,
      );
    });
  });
});

describe('A record that is damaged is told of:', () => {
  test.each([
    [
      'an entry',
      `UPDATE journal SET entry = substr(entry, 1, 30) WHERE seq = 40`,
      'entry 40 in the journal of shard 0 is damaged',
    ],
    [
      'the last entry',
      `UPDATE journal SET entry = '' WHERE seq = (SELECT max(seq) FROM journal)`,
      'in the journal of shard 0 is damaged',
    ],
    [
      'a letter',
      `UPDATE inbox SET letter = 'null' WHERE id = 1`,
      'letter 1 in the inbox of shard 0 is damaged',
    ],
    [
      'a row',
      `UPDATE fires SET line = '{' WHERE job = 'statement-run'`,
      'the row of benefits/statement-run@2026-11-30T01:30:00Z is damaged',
    ],
    ['a tenant', `UPDATE tenants SET line = '{'`, 'a line of the table tenants (asked for: 0) is damaged'],
  ])('%s that can not be read any more, by its place', async (_, sql, said) => {
    the.record.tamper(sql);
    await expect(the.record.verify()).rejects.toThrow(said);
  });
});
