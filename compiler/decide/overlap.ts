import type { OverlapAnswer } from '../../schema/manifest.ts';
import type { OpenFire, Run } from './tenant-state.ts';
import { widen } from './widen.ts';

/** What overlap makes of a job's open fires, oldest first. */
export interface Overlapped {
  /** May be dispatched as far as overlap goes; caps come next. */
  readonly free: readonly OpenFire[];
  /** Wait, all for the same thing. */
  readonly waiting: readonly OpenFire[];
  /** End, all for the same thing. */
  readonly ended: readonly OpenFire[];
  readonly cause?: 'overlap' | 'queue-full' | 'replaced';
  /** What they wait for or give way to. Absent where nothing waits or ends. */
  readonly blocker?: Run | OpenFire;
  /** The newest fire, where its window was widened over those that it replaces. */
  readonly widened?: OpenFire;
  /** Runs that give way to the newest fire: the target is asked to cancel them. */
  readonly cancel: readonly Run[];
  /** Runs that give way and of which nothing is at the target: they are over. */
  readonly over: readonly Run[];
}

const nothing = { free: [], waiting: [], ended: [], cancel: [], over: [] };

/**
 * Step 3: what becomes of a job's open fires beside its runs and beside one another.
 *
 * Only one of them can be dispatched unless the answer is `allow`: the oldest that is left, once nothing goes
 * on. Whether it then is, or waits for a cap, an older fire of the job is open or running, so the younger ones
 * can be judged here, and no cap changes who is skipped or refused.
 *
 * Between lanes there is only waiting (section 6.4): while a backfill run of the job goes on, its live fires
 * wait, and none is skipped, refused or replacing because of it.
 */
export function overlap(
  { answer, coalesces }: { readonly answer: OverlapAnswer; readonly coalesces: boolean },
  fires: readonly OpenFire[],
  runs: readonly Run[],
): Overlapped {
  if (answer === 'allow' || (fires.length < 2 && runs.length === 0)) return { ...nothing, free: fires };
  const backfill = runs.find((run) => run.lane === 'backfill');
  if (backfill) return { ...nothing, waiting: fires, blocker: backfill };
  if (answer === 'replace') return replace(fires, runs, coalesces);
  const running = runs[0];
  const blocked = running ? fires : fires.slice(1);
  const queueMax = answer === 'skip' ? 0 : answer.queue.max;
  return {
    ...nothing,
    free: running ? [] : fires.slice(0, 1),
    waiting: blocked.slice(0, queueMax),
    ended: blocked.slice(queueMax),
    cause: answer === 'skip' ? 'overlap' : 'queue-full',
    blocker: running ?? fires[0]!,
  };
}

/**
 * Keeps the newest fire, which goes when no run is left. Under `coalesce` it covers those that it replaces too: one of
 * them may stand for missed fires, and their windows would be lost with it.
 */
function replace(fires: readonly OpenFire[], runs: readonly Run[], coalesces: boolean): Overlapped {
  const replaced = fires.slice(0, -1);
  const last = fires.at(-1)!;
  const widened =
    coalesces && replaced.length > 0 ? { ...last, window: widen(last.window, replaced) } : undefined;
  const newest = widened ?? last;
  const over = runs.filter((run) => run.attempt.state === 'failed');
  const running = runs.find((run) => run.attempt.state !== 'failed');
  return {
    free: running ? [] : [newest],
    waiting: running ? [newest] : [],
    ended: replaced,
    cause: 'replaced',
    blocker: running ?? newest,
    cancel: runs.filter((run) => !run.cancelAsked && run.attempt.state !== 'failed'),
    over,
    ...(widened && { widened }),
  };
}
