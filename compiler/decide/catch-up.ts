import type { PolicyMeaning } from '../../schema/manifest.ts';
import type { Instant } from '../../schema/time.ts';
import type { OpenFire } from './tenant-state.ts';
import { widen } from './widen.ts';

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
 * Step 2, once per fire, when it is first seen: what becomes of the missed ones. Returns undefined where it changes
 * nothing.
 *
 * `latest` and `coalesce` collapse them into the job's oldest on-time fire among those seen now, else into the
 * newest missed one. A fire that waits already is older and took its place in time: missed ones do not collapse
 * into the past. Fires that come out of a hold are judged as if first seen now.
 *
 * `fires` are one job's, oldest first, none expired.
 */
export function catchUp(
  fires: readonly OpenFire[],
  { catchUp: answer, lateAfter }: PolicyMeaning,
  now: Instant,
): CaughtUp | undefined {
  const isMissed = (fire: OpenFire) => now - fire.due > lateAfter && isNew(fire);
  if (answer === 'all' || !fires.some(isMissed)) return undefined;
  const missed = fires.filter(isMissed);
  if (answer === 'none') {
    return { stay: fires.filter((fire) => !isMissed(fire)), dropped: missed, collapsed: [] };
  }
  const survivor = fires.find((fire) => isNew(fire) && !isMissed(fire)) ?? missed.at(-1)!;
  const collapsed = missed.filter((fire) => fire !== survivor);
  if (collapsed.length === 0) return undefined;
  const kept = answer === 'coalesce' ? { ...survivor, window: widen(survivor.window, collapsed) } : survivor;
  return {
    stay: fires.flatMap((fire) => (fire === survivor ? [kept] : isMissed(fire) ? [] : [fire])),
    dropped: [],
    collapsed,
    survivor: kept,
  };
}

/** Not yet judged: never seen, opened before it was due, or coming out of a hold. */
function isNew({ waiting }: OpenFire): boolean {
  return waiting === undefined || waiting === 'waiting.spread' || waiting === 'waiting.hold';
}
