import type { OpenFire, RunWindow } from './tenant-state.ts';

/** Widens a window over those of other fires. The one that stays is not always the youngest: a spread may differ. */
export function widen({ from, to }: RunWindow, over: readonly OpenFire[]): RunWindow {
  for (const { window } of over) {
    from = Math.min(from, window.from);
    to = Math.max(to, window.to);
  }
  return { from, to };
}
