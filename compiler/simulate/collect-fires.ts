import { openedKey, shiftBecause, shiftRef } from './course.ts';
import type { EventSink, SimulationEvent, Step } from './events.ts';
import type { Fate, SimulatedFire } from './fate.ts';

/** Keeps every fire with its fate, by key. */
export function collectFires(): { readonly sink: EventSink; readonly fires: () => readonly SimulatedFire[] } {
  const collected = new Map<string, SimulatedFire>();
  const add = (event: SimulationEvent) => {
    const { job, scheduled, due } = event.fire;
    const key = openedKey(event.fire);
    const fate = event.kind === 'run-ended' ? withEnd(collected.get(key)!.fate, event) : fateOf(event);
    collected.set(key, { job, scheduled, due, fate });
  };
  return {
    sink: {
      add,
      repeat(block, step, times) {
        for (let time = 1; time <= times; time++) for (const event of block) add(later(event, step, time));
      },
    },
    fires: () => [...collected.values()],
  };
}

function fateOf(event: Exclude<SimulationEvent, { kind: 'run-ended' }>): Fate {
  switch (event.kind) {
    case 'dispatched':
      return { kind: 'dispatched', at: event.at, window: event.window };
    case 'ended':
      return { kind: 'ended', at: event.at, cause: event.cause, because: event.because };
    case 'waiting':
      return { kind: 'waiting', cause: event.cause, because: event.because };
    case 'undecided':
      return { kind: 'undecided' };
  }
}

function withEnd(fate: Fate, { at, outcome }: Extract<SimulationEvent, { kind: 'run-ended' }>): Fate {
  return fate.kind === 'dispatched' ? { ...fate, ended: { at, outcome } } : fate;
}

/** The same event, some repetitions later. */
function later(event: SimulationEvent, step: Step, times: number): SimulationEvent {
  const by = step.seconds * times;
  const moved = {
    at: event.at + by,
    fire: shiftRef(event.fire, by, (job) => times * step.firesOf(job)),
  };
  switch (event.kind) {
    case 'dispatched':
      return { ...event, ...moved, window: { from: event.window.from + by, to: event.window.to + by } };
    case 'ended':
    case 'waiting':
      return { ...event, ...moved, because: shiftBecause(event.because, by) };
    default:
      return { ...event, ...moved };
  }
}
