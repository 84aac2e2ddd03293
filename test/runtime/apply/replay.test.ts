import { describe, expect, test } from 'vitest';
import { replayEffect } from '../../../compiler/effects/index.ts';
import { type ApplyPort, openApplyPort } from '../../../runtime/apply/index.ts';
import { shardOf } from '../../../runtime/ledger/index.ts';
import type { ReplayEffect } from '../../../schema/plan.ts';
import { manifestOf } from '../../compiler/plan/plan-story.ts';
import { type Driver, openDriver } from '../../support/drive-shard.ts';
import { nightly, planAgainst } from './casework.ts';

const at = (text: string) => Date.parse(text) / 1000;
const evening = at('2026-11-29T18:00:00Z');
const morning = at('2026-11-30T09:00:00Z');

async function openNight(text: string): Promise<{ readonly driver: Driver; readonly port: ApplyPort }> {
  const driver = openDriver({
    start: evening,
    runs: ({ run }) => ({ lasts: run.job === 'poll' ? 20 : 1_500, outcome: 'succeeded' }),
  });
  const pause = async () => {
    driver.sleep(driver.now + 1);
    await driver.tick();
  };
  const port = openApplyPort(driver.ledger, { pause });
  await port.apply({ plan: await planAgainst(port, text), principal: 'user:ann', failOn: 'stop' });
  return { driver, port };
}

async function replay(port: ApplyPort, text: string): Promise<ReplayEffect> {
  const history = await port.recorded({ tenant: 'benefits', from: evening, until: morning });
  return replayEffect(manifestOf('after.yaml', Buffer.from(text)), history)!;
}

/** Nobody is there from one instant to the next. */
async function outage(driver: Driver, from: string, until: string): Promise<void> {
  await driver.run(at(from));
  driver.sleep(at(until));
  await driver.tick();
}

describe('Recorded history decided again', () => {
  test('says which fires would have come out otherwise, and when they would have gone', async () => {
    const short = nightly('benefits', { horizon: '1h' });
    const { driver, port } = await openNight(short);
    await outage(driver, '2026-11-30T01:00:00Z', '2026-11-30T07:05:00Z');
    await driver.run(morning);

    const longer = await replay(port, nightly('benefits', { horizon: '6h' }));

    expect(longer).toMatchObject({ compared: 1, differ: 1, unlike: 0 });
    expect(longer.what).toBe('nothing decided 2026-11-30T00:59:02Z to 2026-11-30T07:05:00Z (6h5m58s)');
    expect(longer.kinds).toEqual([
      { count: 1, message: '1 fire that was expired.outage would have been dispatched at 07:05' },
    ]);
    expect(longer.fires).toMatchObject([
      { job: 'statement-run', before: 'expired.outage', after: 'dispatched 07:05, told as late' },
    ]);
    // As it was, nothing differs.
    expect(await replay(port, short)).toMatchObject({ compared: 1, differ: 0, unlike: 0, fires: [] });
  });

  test('counts each fire of a stretch', async () => {
    const poll = (catchUp: string) => `---
apiVersion: almanac/v1
kind: Job
metadata: { tenant: benefits, name: poll }
spec:
  schedule: { every: 5m, anchor: "2026-01-01T00:00:00Z" }
  policy: { lateAfter: 1m, horizon: 6h, overlap: allow, catchUp: ${catchUp}, dst: { gap: skip, fold: both } }
  target: { http: { url: "https://poll.example.gov/run" } }
`;
    const { driver, port } = await openNight(nightly('benefits', { extra: poll('none') }));
    await outage(driver, '2026-11-30T02:01:00Z', '2026-11-30T04:01:30Z');
    await driver.run(morning);
    const history = await port.recorded({ tenant: 'benefits', from: evening, until: morning });
    // The two hours are one row.
    expect(history.fires.filter(({ count }) => count > 1)).toMatchObject([
      { count: 24, fate: 'catch-up.none' },
    ]);

    const effect = await replay(port, nightly('benefits', { extra: poll('all') }));

    expect(effect).toMatchObject({ differ: 24, unlike: 0 });
    expect(effect.kinds).toEqual([
      {
        count: 24,
        message: '24 fires that were catch-up.none would have been dispatched at 04:01:30 UTC',
      },
    ]);
    expect(effect.durations).toContain('as recorded (156 runs)');
  });

  test('does not speak for fires that something else had a part in', async () => {
    const { driver, port } = await openNight(nightly('benefits', { horizon: '2h' }));
    await driver.run(at('2026-11-30T01:00:00Z'));
    await driver.ledger.post([
      {
        shard: shardOf('benefits', 2),
        letter: {
          kind: 'hold',
          tenant: 'benefits',
          request: 'r1',
          principal: 'user:ann',
          hold: 'h1',
          until: at('2026-11-30T05:00:00Z'),
          reason: 'migration',
        },
      },
    ]);
    await driver.run(morning);

    const effect = await replay(port, nightly('benefits', { horizon: '6h' }));

    expect(effect).toMatchObject({ compared: 1, differ: 0, unlike: 1 });
  });

  test('leaves what still waits to the backlog', async () => {
    const { driver, port } = await openNight(nightly('benefits'));
    await driver.run(at('2026-11-30T01:30:00Z'));
    const history = await port.recorded({ tenant: 'benefits', from: evening, until: morning });
    expect(history.range.until).toBe(at('2026-11-30T01:30:00Z'));
  });

  test('plays the revisions that were in force one after the other', async () => {
    const { driver, port } = await openNight(nightly('benefits', { horizon: '1h' }));
    await driver.run(at('2026-11-30T00:30:00Z'));
    const next = nightly('benefits', { cron: '0 2 * * *', horizon: '1h' });
    await port.apply({ plan: await planAgainst(port, next), principal: 'user:ann', failOn: 'stop' });
    await outage(driver, '2026-11-30T01:00:00Z', '2026-11-30T07:05:00Z');
    await driver.run(morning);

    const effect = await replay(port, nightly('benefits', { cron: '0 2 * * *', horizon: '6h' }));

    expect(effect).toMatchObject({ compared: 1, differ: 1, unlike: 0 });
    expect(effect.fires[0]?.wall).toBe('Mon 2026-11-30 02:00');
  });
});
