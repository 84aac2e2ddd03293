import type { Dispatcher } from '../dispatch/index.ts';
import type { Letter } from '../ledger/index.ts';
import { noTelemetry } from '../telemetry/index.ts';
import type { Replica } from './replica.ts';

/** A dispatcher of which every attempt is measured; `answered` is told what comes back. */
export interface TracedDispatcher extends Dispatcher {
  answered(letters: readonly Letter[]): void;
}

/** Most attempts that are measured at a time. */
const spansMost = 20_000;

/** Measures what is dispatched, and how late; costs nothing where nothing is measured. */
export function traceDispatcher(
  dispatcher: Dispatcher,
  { telemetry, clock }: Pick<Replica, 'telemetry' | 'clock'>,
): TracedDispatcher {
  if (telemetry === noTelemetry) return Object.assign(dispatcher, { answered() {} });
  const underWay = new Map<string, (outcome: string) => void>();
  const { send } = dispatcher;
  const end = (key: string, outcome: string) => {
    underWay.get(key)?.(outcome);
    underWay.delete(key);
  };
  return Object.assign(dispatcher, {
    send(...[shard, deliveries]: Parameters<Dispatcher['send']>) {
      const now = clock.now();
      for (const { tenant, run, attempt, due } of deliveries) {
        if (now !== undefined && attempt === 1) telemetry.dispatched(run.lane, now - due * 1_000);
        const name = `${tenant}/${run.id}`;
        const key = `${name} ${attempt}`;
        // What is taken from here by another owner is never answered here.
        if (underWay.size >= spansMost) end(underWay.keys().next().value!, 'unknown');
        if (!underWay.has(key)) underWay.set(key, telemetry.delivery({ run: name, attempt }));
      }
      send.call(dispatcher, shard, deliveries);
    },
    answered(letters: readonly Letter[]) {
      for (const letter of letters) {
        const outcome = outcomeOf(letter);
        if (outcome === undefined) continue;
        const key =
          'run' in letter && 'attempt' in letter ? `${letter.tenant}/${letter.run} ${letter.attempt}` : '';
        end(key, outcome);
      }
    },
  });
}

function outcomeOf(letter: Letter): string | undefined {
  if (letter.kind === 'ended') return letter.outcome;
  return letter.kind === 'delivered' || letter.kind === 'attempt-failed' ? letter.kind : undefined;
}
