import type { Seconds } from '../../schema/time.ts';

/** Results in a row that say the target is down, after which nothing is sent for a while. */
export const failuresMost = 5;
export const restLeast: Seconds = 30;
const restMost: Seconds = 300;

/**
 * Whether a tenant's target may be sent to. One is made with the first result that says it is down, and forgotten with
 * the first that says it is not.
 *
 * `closed`: failures are counted. `open`: it rests, 30 seconds and each time twice as long, 5 minutes at most. `probing`:
 * one attempt at a time shows whether it is up again.
 */
export interface Circuit {
  readonly shard: number;
  state: 'closed' | 'open' | 'probing';
  failures: number;
  rest: Seconds;
  /** The attempt that shows whether it is up again. */
  probe?: object;
  /** Calls off the end of the rest. */
  stopRest?: () => void;
}

export function newCircuit(shard: number): Circuit {
  return { shard, state: 'closed', failures: 0, rest: restLeast };
}

/** Whether an attempt may be sent; where it shows whether the target is up again, it is taken as the probe. */
export function admits(circuit: Circuit, attempt: object): boolean {
  if (circuit.state === 'closed') return true;
  if (circuit.state === 'open' || circuit.probe) return false;
  circuit.probe = attempt;
  return true;
}

/** Counts a result that says the target is down. Returns true where the circuit opens by it. */
export function fails(circuit: Circuit, attempt: object): boolean {
  // What was sent before it opened says nothing new.
  if (circuit.state === 'open') return false;
  if (circuit.state === 'probing') {
    if (circuit.probe !== attempt) return false;
    circuit.rest = Math.min(restMost, circuit.rest * 2);
  } else if (++circuit.failures < failuresMost) return false;
  delete circuit.probe;
  circuit.state = 'open';
  return true;
}
