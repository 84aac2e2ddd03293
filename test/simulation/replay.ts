import { verify } from '../../runtime/proof/index.ts';
import { judge } from './judge.ts';
import { type PlayOptions, play } from './play.ts';

/** One seed, played and judged. */
export interface Verdict {
  readonly seed: number;
  readonly wrong: readonly string[];
  readonly log: readonly string[];
  readonly crashes: Readonly<Record<string, number>>;
  readonly runs: number;
  readonly arrivals: number;
  /** What was reported of runs that were over. */
  readonly late: number;
}

/** How many seeds are judged for one whose record is proved as well. */
const provedEvery = 8;

/** Plays a seed and says what was wrong with it. The same seed is always the same play. */
export async function replay(seed: number, options: PlayOptions = {}): Promise<Verdict> {
  const played = await play(seed, options);
  try {
    const { log, crashes, arrivals } = played;
    const runs = new Set(arrivals.map(({ tenant, run }) => `${tenant} ${run}`)).size;
    const { wrong, late } = await judge(played);
    // Deciding all again takes a fifth of a play's time.
    const findings = seed % provedEvery === 0 ? (await verify(played.ledger)).findings : [];
    const unproved = findings.map(({ message }) => `not proved: ${message}`);
    return { seed, wrong: [...wrong, ...unproved], log, crashes, runs, arrivals: arrivals.length, late };
  } finally {
    await played.ledger.close();
  }
}

/** What a person needs of a failing seed: how to play it again, what is wrong, what the replicas said. */
export function verdictText({ seed, wrong, log }: Verdict): string {
  const most = 12;
  return [
    `seed ${seed}: ${wrong.length} wrong. Again: npm run soak -- --seed ${seed}`,
    ...wrong.slice(0, most).map((line) => `  ${line}`),
    ...(wrong.length > most ? [`  and ${wrong.length - most} more`] : []),
    'what the replicas said, at the end:',
    ...log.slice(-25).map((line) => `  ${line}`),
  ].join('\n');
}
