import { describe, expect, test } from 'vitest';
import { createLeaseWatch } from '../../../runtime/work/lease-watch.ts';
import { preferredReplica } from '../../../runtime/work/preferred-replica.ts';

const shardCount = 64;
const leaseMs = 10_000;
const all = Array.from({ length: shardCount }, (_, shard) => shard);
const none: ReadonlySet<number> = new Set();
const replica = (id: string, beat: number) => ({ id, beat, about: '' });
const leasesOf = (holder: string, beat: number, shards = all) =>
  shards.map((shard) => ({ shard, holder, beat }));
const preferring = (id: string, ...ids: string[]) =>
  all.filter((shard) => preferredReplica(shard, [id, ...ids]) === id);

describe('who should have a shard', () => {
  test('is spread evenly, and moves only what a newcomer gets', () => {
    const three = preferring('a', 'b', 'c');
    expect(three.length).toBeGreaterThan(10);
    expect(three.length).toBeLessThan(35);
    expect(preferring('a', 'b', 'c', 'd').every((shard) => three.includes(shard))).toBe(true);
  });
});

describe('a replica', () => {
  test('takes everything where it is alone', () => {
    const watch = createLeaseWatch({ id: 'a', shardCount, leaseMs });
    expect(watch.look([], [replica('a', 1)], none, 0).take).toEqual(all);
  });

  test('leaves to another one that may be alive what that one should have', () => {
    const watch = createLeaseWatch({ id: 'a', shardCount, leaseMs });
    const { take } = watch.look([], [replica('a', 1), replica('b', 1)], none, 0);
    expect(take).toEqual(preferring('a', 'b'));
  });

  test('takes the shards of one whose beat stands still for the time of a lease, by its own clock alone', () => {
    const watch = createLeaseWatch({ id: 'a', shardCount, leaseMs });
    const dead = (now: number) => watch.look(leasesOf('b', 7), [replica('b', 7)], none, now).take;
    expect(dead(1_000)).toEqual([]);
    expect(dead(10_999)).toEqual([]);
    expect(dead(11_000)).toEqual(all);
  });

  test('takes nothing from one that beats, however slow', () => {
    const watch = createLeaseWatch({ id: 'a', shardCount, leaseMs });
    for (let beat = 1; beat < 20; beat++) {
      const { take } = watch.look(leasesOf('b', beat), [replica('b', beat)], none, beat * 9_000);
      expect(take).toEqual([]);
    }
  });

  test('takes at once from one that is known to be gone, and forgets it', () => {
    const watch = createLeaseWatch({ id: 'a', shardCount, leaseMs, isGone: ({ id }) => id === 'b' });
    const { take, forget } = watch.look(leasesOf('b', 7), [replica('b', 7)], none, 0);
    expect([take, forget]).toEqual([all, ['b']]);
  });

  test('hands over what a newcomer should have, once that one was seen to live', () => {
    const watch = createLeaseWatch({ id: 'a', shardCount, leaseMs });
    const mine = new Set(all);
    const look = (beat: number, now: number) =>
      watch.look(leasesOf('a', beat), [replica('a', beat), replica('b', beat)], mine, now).handOver;
    expect(look(1, 0)).toEqual([]);
    expect(look(2, 2_500)).toEqual(preferring('b', 'a'));
  });

  test('notices what others took', () => {
    const watch = createLeaseWatch({ id: 'a', shardCount, leaseMs });
    const leases = [...leasesOf('a', 3).slice(1), { shard: 0, holder: 'b', beat: 1 }];
    expect(watch.look(leases, [replica('a', 3)], new Set(all), 0).lost).toEqual([0]);
  });

  test('forgets rows of replicas that are long gone', () => {
    const watch = createLeaseWatch({ id: 'a', shardCount, leaseMs });
    expect(watch.look([], [replica('b', 7)], none, 0).forget).toEqual([]);
    expect(watch.look([], [replica('b', 7)], none, 100_000).forget).toEqual(['b']);
  });
});
