import {
  compileSchedule,
  fires,
  offsetAt,
  parseCron,
  resolveZone,
  zoneTable,
} from '../../compiler/time/index.ts';
import type { FoldAnswer, GapAnswer } from '../../schema/time.ts';
import { describeMachine } from './describe-machine.ts';
import { median } from './median.ts';
import { type BenchExpression, expressions, type Peer, peers } from './peers.ts';
import { printTable } from './print-table.ts';

// Fires per second over a year, through the function that plan and runtime call, against schedulers that people use.
// Each round asks everybody in turn, so that a busy machine is busy for all; ratios are of medians over the rounds.

const rounds = 5;
/** How long one cell of one round may take; a slow peer's rate is that of what it listed until then. */
const budgetMs = 80;
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
];
const answers = (['shift', 'next', 'skip'] as const).flatMap((gap) =>
  (['first', 'second', 'both'] as const).map((fold) => ({ gap, fold })),
);

interface Cell {
  readonly expression: BenchExpression;
  readonly zone: string;
  /** Seconds; the first and the last instant of the year in the zone, the end exclusive. */
  readonly from: number;
  readonly until: number;
}

function midnight(zone: string, year: number): number {
  const guess = Date.UTC(year, 0, 1) / 1000;
  return guess - offsetAt(zoneTable(zone), guess);
}

function scheduleOf(expression: BenchExpression, zone: string, dst: { gap: GapAnswer; fold: FoldAnswer }) {
  return compileSchedule(
    { timing: { kind: 'cron', expressions: [expression.text], zone, ...dst } },
    { table: zoneTable(zone), calendars: {} },
  );
}

const cells: readonly Cell[] = expressions.flatMap((expression) =>
  zones.map((name) => {
    const resolved = resolveZone(name);
    const zone = resolved.kind === 'zone' ? resolved.zone : name;
    const year = expression.text.includes('29 2') ? 2028 : 2026;
    return { expression, zone, from: midnight(zone, year), until: midnight(zone, year + 1) };
  }),
);
if (expressions.some(({ text }) => parseCron(text).kind !== 'cron')) {
  throw new Error('an expression of the benchmark is refused');
}

let sink = 0;

/** Fires per second of ours; many years are listed, one being too short for the clock. */
function ourRate({ expression, zone, from, until }: Cell): number {
  const schedule = scheduleOf(expression, zone, { gap: 'shift', fold: 'first' });
  let listed = 0;
  const began = performance.now();
  let elapsed = 0;
  for (let batch = 1; elapsed < budgetMs; batch *= 2) {
    for (let index = 0; index < batch; index++) {
      const year = fires(schedule, from, until);
      listed += year.count;
      sink += year.scheduled[year.count - 1]!;
    }
    elapsed = performance.now() - began;
  }
  return (listed / elapsed) * 1000;
}

/** Fires per second of a peer: one year over and over, cut when the time is up. */
function peerRate(peer: Peer, { expression, zone, from, until }: Cell): number {
  const list = peer.open(expression, zone);
  let listed = 0;
  const began = performance.now();
  let elapsed = 0;
  while (elapsed < budgetMs) {
    list(new Date(from * 1000), new Date(until * 1000), (fire) => {
      listed++;
      sink += fire;
      // A look at the clock costs less than a fire of the fastest of them.
      return performance.now() - began < budgetMs;
    });
    elapsed = performance.now() - began;
  }
  return (listed / elapsed) * 1000;
}

/** Stretches to compare results in: the year, but of the frequent expression four days at each change and one elsewhere. */
function stretches({ expression, zone, from, until }: Cell): [number, number][] {
  if (!expression.text.startsWith('*')) {
    return [[from, until]];
  }
  const day = 86_400;
  return zoneTable(zone)
    .transitions.filter((at) => at >= from && at < until)
    .map((at): [number, number] => {
      const start = from + Math.floor((at - 2 * day - from) / day) * day;
      return [start, start + 4 * day];
    })
    .concat([[from, from + day]]);
}

/** Fires that one has and the other lacks, over all cells, for the policy of ours that comes nearest. */
function compareResults(peer: Peer): {
  policy: string;
  missing: number;
  extra: number;
  twice: number;
  where: string;
} {
  const byPolicy = answers.map((dst) => ({ dst, missing: 0, extra: 0, where: new Set<string>() }));
  let twice = 0;
  for (const cell of cells) {
    for (const [from, until] of stretches(cell)) {
      const theirs: number[] = [];
      // Start at a midnight: rrule and the loop count from where they start.
      const start = cell.expression.text.startsWith('*') ? startOfDay(cell.zone, from) : cell.from;
      peer.open(cell.expression, cell.zone)(new Date(start * 1000), new Date(until * 1000), (fire) => {
        if (fire >= from * 1000 && fire < until * 1000) {
          theirs.push(fire / 1000);
        }
        return true;
      });
      const their = new Set(theirs);
      twice += theirs.length - their.size;
      for (const entry of byPolicy) {
        const found = fires(scheduleOf(cell.expression, cell.zone, entry.dst), from, until);
        const our = new Set(found.scheduled.subarray(0, found.count));
        const missing = [...our].filter((at) => !their.has(at)).length;
        const extra = [...their].filter((at) => !our.has(at)).length;
        entry.missing += missing;
        entry.extra += extra;
        if (missing + extra > 0) {
          entry.where.add(`\`${cell.expression.text}\` ${cell.zone.split('/')[1]}`);
        }
      }
    }
  }
  const [nearest] = byPolicy.sort((a, b) => a.missing + a.extra - b.missing - b.extra);
  const { dst, missing, extra, where } = nearest!;
  return { policy: `${dst.gap}, ${dst.fold}`, missing, extra, twice, where: [...where].join('; ') };
}

function startOfDay(zone: string, instant: number): number {
  return instant - ((instant + offsetAt(zoneTable(zone), instant)) % 86_400);
}

function times(ratio: number): string {
  return ratio >= 100 ? Math.round(ratio).toLocaleString('en') : ratio.toPrecision(2);
}

const ours = new Map<Cell, number[]>(cells.map((cell) => [cell, []]));
const rates = new Map(peers.map((peer) => [peer, new Map<Cell, number[]>(cells.map((cell) => [cell, []]))]));
console.log(describeMachine());
for (let round = 0; round < rounds; round++) {
  for (const cell of cells) {
    ours.get(cell)!.push(ourRate(cell));
    for (const peer of peers) {
      rates.get(peer)!.get(cell)!.push(peerRate(peer, cell));
    }
  }
}
console.log(describeMachine());

console.log(`\nHow many times as many fires per second (median of ${rounds} rounds, then over zones):\n`);
const ratioOf = (peer: Peer, cell: Cell) => median(ours.get(cell)!) / median(rates.get(peer)!.get(cell)!);
printTable(
  ['peer', ...expressions.map(({ text }) => text), 'median of all', 'least', 'most'],
  peers.map((peer) => {
    const every = cells.map((cell) => ratioOf(peer, cell));
    return [
      peer.name,
      ...expressions.map((expression) =>
        times(
          median(cells.filter((cell) => cell.expression === expression).map((cell) => ratioOf(peer, cell))),
        ),
      ),
      times(median(every)),
      times(Math.min(...every)),
      times(Math.max(...every)),
    ];
  }),
);

console.log('\nFires per second, median over zones:\n');
const rate = (value: number) => Math.round(value).toLocaleString('en');
const ofExpression = (values: (cell: Cell) => number[], expression: BenchExpression) =>
  rate(median(cells.filter((cell) => cell.expression === expression).map((cell) => median(values(cell)))));
printTable(
  ['', ...expressions.map(({ text }) => text)],
  [
    ['almanac', ...expressions.map((expression) => ofExpression((cell) => ours.get(cell)!, expression))],
    ...peers.map((peer) => [
      peer.name,
      ...expressions.map((expression) => ofExpression((cell) => rates.get(peer)!.get(cell)!, expression)),
    ]),
  ],
);

console.log('\nDifferences in results from ours, under the policy of ours (gap, fold) that comes nearest:\n');
printTable(
  ['peer', 'policy', 'missing', 'extra', 'listed twice', 'where'],
  peers.map((peer) => {
    const { policy, missing, extra, twice, where } = compareResults(peer);
    return [peer.name, policy, String(missing), String(extra), String(twice), where || '-'];
  }),
);
if (sink === 0) {
  console.log('nothing was listed');
}
