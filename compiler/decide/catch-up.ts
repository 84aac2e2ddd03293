import type { Instant } from '../../schema/time.ts';
import type { OpenFire, RunWindow } from './tenant-state.ts';
import type { PolicyMeaning } from '../../schema/manifest.ts';

/** What catch-up makes of a job's open fires. */
export interface CaughtUp {
  /** Those that stay open, oldest first. */
  readonly stay: readonly OpenFire[];
  /** Missed ones that are dropped. */
  readonly dropped: readonly OpenFire[];
  /** Missed ones that collapse, and the fire that stands for them. */
  readonly collapsed: readonly OpenFire[];
  readonly survivor?: OpenFire;
}

/**
 * Step 2, once per fire, when it is first seen: what becomes of the missed ones.
 *
 * `latest` and `coalesce` collapse them into the job's oldest on-time fire among those seen now, else into the
 * newest missed one. A fire that waits already is older and took its place in time: missed ones do not collapse
 * into the past. Fires that come out of a hold are judged as if first seen now.
 *
 * `fires` are one job's, oldest first, none expired.
 */
export function catchUp(fires: readonly OpenFire[], policy: PolicyMeaning, now: Instant): CaughtUp {
  const missed = fires.filter((fire) => isNew(fire) && now - fire.due > policy.lateAfter);
  if (missed.length === 0 || policy.catchUp === 'all') return { stay: fires, dropped: [], collapsed: [] };
  const gone = new Set(missed);
  if (policy.catchUp === 'none') {
    return { stay: fires.filter((fire) => !gone.has(fire)), dropped: missed, collapsed: [] };
  }
  const survivor = fires.find((fire) => isNew(fire) && !gone.has(fire)) ?? missed.at(-1)!;
  gone.delete(survivor);
  const collapsed = missed.filter((fire) => fire !== survivor);
  const widened = policy.catchUp === 'coalesce' ? { ...survivor, window: widen(survivor, collapsed) } : survivor;
  return {
    stay: fires.flatMap((fire) => (fire === survivor ? [widened] : gone.has(fire) ? [] : [fire])),
    dropped: [],
    collapsed,
    survivor: widened,
  };
}

/** Not yet judged: never seen, opened before it was due, or coming out of a hold. */
function isNew({ waiting }: OpenFire): boolean {
  return waiting === undefined || waiting === 'waiting.spread' || waiting === 'waiting.hold';
}

function widen(survivor: OpenFire, collapsed: readonly OpenFire[]): RunWindow {
  return { from: Math.min(survivor.window.from, ...collapsed.map(({ window }) => window.from)), to: survivor.window.to };
}
