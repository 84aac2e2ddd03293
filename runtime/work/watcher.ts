import type { Instant } from '../../schema/time.ts';
import type { JournalEntry, Ledger } from '../ledger/index.ts';
import { type Gauge, type Log, noLog, noTelemetry, type Telemetry } from '../telemetry/index.ts';
import { createLedgerClock } from './ledger-clock.ts';
import { type Chore, createLoop } from './loop.ts';
import { sampleFates } from './sample-fates.ts';
import type { Timers } from './timers.ts';

export interface WatcherOptions {
  readonly ledger: Ledger;
  readonly timers: Timers;
  readonly log?: Log;
  readonly telemetry?: Telemetry;
}

/** Looks from outside whether shards go on and whether what was promised is in the ledger. Decides nothing. */
export interface Watcher {
  start(): void;
  stop(): Promise<void>;
  health(): { readonly ready: boolean; readonly troubles: readonly string[] };
}

/** How often shards are looked at, and how often a sample is taken, in milliseconds. */
const lookMs = 15_000;
const sampleMs = 60_000;
/** A shard writes once a minute at least; one that wrote nothing for so many seconds does not go on. */
const silenceMost = 150;
/** So many seconds may the watermark be behind while a pass is decided. */
const lagMost = 120;

export function createWatcher(options: WatcherOptions): Watcher {
  const { ledger, timers, log = noLog, telemetry = noTelemetry } = options;
  const clock = createLedgerClock(timers);
  const stuck = new Map<number, string>();
  /** Shards that are behind and go on, and where each shard was when it was looked at last. */
  const behind = new Set<number>();
  const seen = new Map<number, string>();
  const figures: { lag: number; age: number; broken: number } = { lag: 0, age: 0, broken: 0 };
  let trouble: string | undefined = 'nothing was looked at yet';
  const loop = createLoop(timers, {
    succeeded() {
      trouble = undefined;
    },
    failed(chore, error) {
      const text = `${chore.name}: ${error instanceof Error ? error.message : String(error)}`;
      if (trouble !== text) log('ERROR', text, { error });
      trouble = text;
      return timers.now() + 5_000;
    },
  });
  const chores: readonly Chore[] = [
    { name: 'watch', run: look },
    { name: 'sample', run: sample },
  ];
  telemetry.observe(gauges);

  async function nowOfLedger(): Promise<Instant> {
    clock.stepped();
    const asked = timers.now();
    clock.measured(await ledger.clock(), asked, timers.now());
    return Math.floor((clock.now() ?? 0) / 1_000);
  }

  async function look(): Promise<number> {
    const { shardCount } = await ledger.meta();
    const shards = Array.from({ length: shardCount }, (_, shard) => shard);
    const heads = await ledger.heads(shards);
    const oldest = await Promise.all(shards.map((shard) => ledger.waiting({ shard }, 1)));
    const now = await nowOfLedger();
    if (now === 0) return timers.now() + 1_000;
    figures.lag = Math.max(0, ...heads.map((head) => (head ? now - head.watermark.through : 0)));
    figures.age = Math.max(0, ...oldest.map(([row]) => (row ? now - row.due : 0)));
    for (const [shard, head] of heads.entries()) tellIfStuck(shard, head, now);
    return timers.now() + lookMs;
  }

  /**
   * A shard that is behind and moves is catching up, and one that was not seen before may have been taken this moment: so
   * at least one look lies between its being behind and its being called stuck.
   */
  function tellIfStuck(shard: number, head: JournalEntry | undefined, now: Instant): void {
    const why = head && whyStuck(head, now);
    const place = head && placeOf(head);
    const stands = place === undefined || seen.get(shard) === place;
    const isNew = !seen.has(shard);
    if (place !== undefined) seen.set(shard, place);
    if (why === undefined) {
      if (stuck.delete(shard)) log('INFO', `shard ${shard} goes on again`, { shard });
      if (behind.delete(shard)) log('INFO', `shard ${shard} has caught up`, { shard });
    } else if (stands) {
      if (!stuck.has(shard)) log('ERROR', `shard ${shard} does not go on: ${why}`, { shard });
      stuck.set(shard, why);
      behind.delete(shard);
    } else if (!isNew) {
      stuck.delete(shard);
      const lag = now - head!.watermark.through;
      if (!behind.has(shard))
        log('INFO', `shard ${shard} is catching up: it has come to the fires due ${lag} s ago`, { shard });
      behind.add(shard);
    }
  }

  async function sample(): Promise<number> {
    const { shardCount } = await ledger.meta();
    const found = await sampleFates(ledger, Math.floor(timers.random() * shardCount), timers.random);
    figures.broken = found.length;
    for (const { fire, fates } of found) {
      log(
        'ERROR',
        `${fire} has ${fates === 0 ? 'no fate, though the watermark has passed it' : `${fates} fates`}`,
        {
          fire,
          fates,
        },
      );
    }
    return timers.now() + sampleMs;
  }

  function* gauges(): Iterable<Gauge> {
    yield { name: 'almanac.watermark.lag', value: figures.lag };
    yield { name: 'almanac.backlog.age', value: figures.age };
    yield { name: 'almanac.invariant.broken', value: figures.broken };
    yield { name: 'almanac.shards.stuck', value: stuck.size };
  }

  return {
    start() {
      for (const chore of chores) loop.add(chore, timers.now());
      loop.start();
    },
    async stop() {
      loop.stop();
      await Promise.all(chores.map((chore) => loop.remove(chore)));
    },
    health() {
      const troubles = trouble === undefined ? [] : [trouble];
      return { ready: troubles.length === 0, troubles };
    },
  };
}

/** How far a shard's decisions have come. */
function placeOf({ watermark: { through, pass, cursor } }: JournalEntry): string {
  return `${through} ${pass} ${cursor}`;
}

function whyStuck({ now: wrote, watermark }: JournalEntry, now: Instant): string | undefined {
  if (now - wrote > silenceMost) return `it wrote nothing for ${now - wrote} s`;
  const lag = now - watermark.through;
  return lag > lagMost ? `fires due ${lag} s ago are not decided` : undefined;
}
