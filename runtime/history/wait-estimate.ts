import { fireName, formatInstant, minuteOf, spanText } from '../../compiler/index.ts';
import type { UtcText } from '../../schema/fires.ts';
import type { Instant } from '../../schema/time.ts';
import type { FireRow } from '../ledger/index.ts';
import type { Archive } from './archive.ts';
import type { JobContext } from './job-context.ts';
import { contextOf } from './job-context.ts';

/** When a fire that waits may go, and what that rests on. */
export interface WaitEstimate {
  readonly estimate?: UtcText;
  readonly basis: string;
}

/**
 * Estimates until when a fire waits: by instants where they are known, by what runs are expected to last where they
 * are in the way. `ahead` says how many wait for the same rate before it. Of what nobody knows it says so.
 */
export async function waitEstimate(
  archive: Archive,
  row: FireRow,
  context: JobContext | undefined,
  ahead: number,
  now: Instant,
): Promise<WaitEstimate> {
  const guess = await guessOf(archive, row, context, ahead, now);
  const horizon = context?.job.meaning.policy.horizon;
  const deadline = horizon === undefined || horizon === 'unlimited' ? undefined : row.due + horizon;
  if (guess.at === undefined) {
    const limit = deadline === undefined ? '' : `; it expires at ${formatInstant(deadline)}`;
    return { basis: `${guess.basis}${limit}` };
  }
  if (deadline !== undefined && guess.at > deadline)
    return { basis: `${guess.basis}, which is past its deadline, ${formatInstant(deadline)}` };
  return { estimate: formatInstant(guess.at), basis: guess.basis };
}

interface Guess {
  readonly at?: Instant;
  readonly basis: string;
}

async function guessOf(
  archive: Archive,
  row: FireRow,
  context: JobContext | undefined,
  ahead: number,
  now: Instant,
): Promise<Guess> {
  const { cause, because } = row.body;
  switch (cause) {
    case 'waiting.spread':
      return { at: row.due, basis: 'it is due then, by its spread' };
    case 'waiting.rate': {
      const max = because?.cap?.max ?? 1;
      const minutes = 1 + Math.floor(ahead / max);
      return { at: minuteOf(now) + 60 * minutes, basis: `${max} a minute, ${ahead} before it` };
    }
    case 'waiting.hold': {
      const until = because?.pause?.until;
      if (until === undefined) return { basis: 'when somebody mends the job' };
      return { at: until, basis: 'the end of the pause or hold' };
    }
    case 'waiting.overlap':
      return behind(archive, row, now);
    case 'waiting.group':
      return behindGroup(archive, row, context, now);
    case 'waiting.lane':
      return { basis: 'when a run of its lane ends' };
    case 'waiting.target':
      return { basis: 'when its target answers again' };
    default:
      return { basis: 'when it is looked at' };
  }
}

/** Behind the run, or the older fire, that is in its way. */
async function behind({ ledger, ...archive }: Archive, row: FireRow, now: Instant): Promise<Guess> {
  const blocker = row.body.because?.blocker;
  if (!blocker) return { basis: 'when the run before it ends' };
  const name = fireName(blocker.fire);
  if (blocker.kind === 'fire') return { basis: `after ${name}, which waits too` };
  const rows = await ledger.fire(row.tenant, blocker.fire.job, blocker.fire.scheduled);
  const run = rows.find(({ order }) => order === (blocker.fire.order ?? ''));
  return expectedEnd({ ledger, ...archive }, run, name, now);
}

/** How many of a group's jobs, and of each how many of its last fires, are looked at for runs going on. */
const groupJobsMost = 50;
const lastFires = 5;

async function behindGroup(
  archive: Archive,
  { tenant }: FireRow,
  context: JobContext | undefined,
  now: Instant,
): Promise<Guess> {
  const group = context?.job.meaning.group;
  const jobs = Object.entries(context?.manifest.tenants[tenant]?.jobs ?? {}).filter(
    ([, job]) => job.group === group,
  );
  const pages = await Promise.all(
    jobs.slice(0, groupJobsMost).map(([job]) => archive.ledger.fires({ tenant, job, limit: lastFires })),
  );
  const runs = pages.flatMap(({ rows }) => rows).filter(({ state }) => state === 'going');
  const guesses = await Promise.all(
    runs.map((run) => expectedEnd(archive, run, fireName({ job: run.job, scheduled: run.scheduled }), now)),
  );
  const known = guesses.filter(({ at }) => at !== undefined).sort((a, b) => a.at! - b.at!);
  return known[0] ?? guesses[0] ?? { basis: 'when a run of its group ends' };
}

async function expectedEnd(
  archive: Archive,
  row: FireRow | undefined,
  name: string,
  now: Instant,
): Promise<Guess> {
  const run = row?.body.run;
  if (!row || !run) return { basis: `when ${name} ends` };
  const context = await contextOf(archive, row.tenant, row.job, row.body.decidedBy ?? row.body.createdBy);
  const expected = context?.job.meaning.expectedDuration;
  if (expected === undefined) return { basis: `when ${name} ends; how long it takes is not declared` };
  const end = (run.startedAt ?? run.dispatched) + expected;
  if (end > now) return { at: end, basis: `${name} is expected to take ${spanText(expected)}` };
  return { basis: `when ${name} ends; it has taken ${spanText(now - end)} longer than expected` };
}
