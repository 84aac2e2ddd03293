import type { OverlapAnswer } from '../../schema/manifest.ts';
import type { OpenFire, Run } from './tenant-state.ts';

/** What overlap makes of a job's open fires, oldest first. */
export interface Overlapped {
  /** May be dispatched as far as overlap goes; caps come next. */
  readonly free: readonly OpenFire[];
  /** Wait, each for what is in its way. */
  readonly waiting: readonly { readonly fire: OpenFire; readonly blocker: Run | OpenFire }[];
  readonly ended: readonly {
    readonly fire: OpenFire;
    readonly cause: 'overlap' | 'queue-full' | 'replaced';
    readonly blocker: Run | OpenFire;
  }[];
  /** Runs that the target is asked to cancel, and the fire that takes their place. */
  readonly cancel: readonly { readonly run: Run; readonly by: OpenFire }[];
}

/**
 * Step 3: what becomes of a job's open fires beside its runs and beside one another.
 *
 * Only one of them can be dispatched unless the answer is `allow`: the oldest that is left, once nothing goes
 * on. Whether it then is, or waits for a cap, an older fire of the job is open or running, so the younger ones
 * can be judged here.
 *
 * Between lanes there is only waiting (section 6.4): while a backfill run of the job goes on, its live fires
 * wait, and none is skipped, refused or replaced.
 */
export function overlap(
  answer: OverlapAnswer,
  fires: readonly OpenFire[],
  runs: readonly Run[],
): Overlapped {
  const none = { free: [], waiting: [], ended: [], cancel: [] };
  if (answer === 'allow' || fires.length === 0) return { ...none, free: fires };
  const backfill = runs.find((run) => run.lane === 'backfill');
  if (backfill) return { ...none, waiting: fires.map((fire) => ({ fire, blocker: backfill })) };
  const running = runs[0];
  if (answer === 'replace') return replace(fires, runs);
  const [oldest, ...younger] = fires as readonly [OpenFire, ...OpenFire[]];
  const free = running ? [] : [oldest];
  const blocked = running ? fires : younger;
  const blocker = running ?? oldest;
  if (answer === 'skip') {
    return { ...none, free, ended: blocked.map((fire) => ({ fire, cause: 'overlap' as const, blocker })) };
  }
  const { max } = answer.queue;
  return {
    ...none,
    free,
    waiting: blocked.slice(0, max).map((fire) => ({ fire, blocker })),
    ended: blocked.slice(max).map((fire) => ({ fire, cause: 'queue-full' as const, blocker })),
  };
}

function replace(fires: readonly OpenFire[], runs: readonly Run[]): Overlapped {
  const newest = fires.at(-1)!;
  const running = runs[0];
  return {
    free: running ? [] : [newest],
    waiting: running ? [{ fire: newest, blocker: running }] : [],
    ended: fires.slice(0, -1).map((fire) => ({ fire, cause: 'replaced' as const, blocker: newest })),
    cancel: runs.filter((run) => !run.cancelAsked).map((run) => ({ run, by: newest })),
  };
}
