import type { Ledger } from '../../runtime/ledger/index.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

/** How a ledger is out of order, as probabilities of a call. */
export interface Troubles {
  /** The call does not arrive. */
  readonly lost: number;
  /** It arrives, and its answer does not. */
  readonly answerLost: number;
  readonly slow: number;
  /** Milliseconds; half of it before the call arrives and half of it after. */
  readonly slowMost: number;
}

/** What a replica sees of the world between itself and the ledger. */
export interface Line {
  isAlive(): boolean;
  /** Nothing gets through. */
  isCut(): boolean;
  troubles(): Troubles | undefined;
}

/** Puts a bad line between a replica and its ledger. Of a replica that is dead no call returns. */
export function faultyLedger(inner: Ledger, line: Line, world: World, random: Random): Ledger {
  const call = async (method: (...args: unknown[]) => Promise<unknown>, args: unknown[]) => {
    if (!line.isAlive()) return never();
    if (line.isCut()) {
      await world.after(50);
      throw new Error('the ledger cannot be reached');
    }
    const troubles = line.troubles();
    const slow = troubles && random.chance(troubles.slow) ? random.whole(1, troubles.slowMost) / 2 : 0;
    if (slow > 0) await world.after(slow);
    if (!line.isAlive()) return never();
    if (troubles && random.chance(troubles.lost)) throw new Error('the call was lost');
    const answer = await method(...args);
    if (slow > 0) await world.after(slow);
    if (!line.isAlive()) return never();
    if (troubles && random.chance(troubles.answerLost)) throw new Error('the answer was lost');
    return answer;
  };
  return new Proxy(inner, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== 'function' || name === 'close') return member;
      return (...args: unknown[]) =>
        call(member.bind(target) as (...args: unknown[]) => Promise<unknown>, args);
    },
  });
}

function never(): Promise<never> {
  return new Promise(() => {});
}
