import type { Instant } from '../../schema/time.ts';
import type { ApplyOptions, ApplyPort } from '../apply/index.ts';
import type { Questions } from '../history/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Orders } from './orders.ts';

/** What the routes stand on. */
export interface ApiContext {
  readonly ledger: Ledger;
  readonly questions: Questions;
  readonly apply: ApplyPort;
  readonly applyOptions: ApplyOptions;
  readonly orders: Orders;
  /** Waits so many milliseconds between two looks; ends early where the server stops. */
  readonly pause: (ms: number) => Promise<void>;
  readonly version: string;
  /** Says why the process should get no requests; undefined where it should. */
  readonly notReady: () => Promise<string | undefined>;
}

/** The ledger's clock, in whole seconds, as decisions use it. */
export async function ledgerNow({ ledger }: Pick<ApiContext, 'ledger'>): Promise<Instant> {
  return Math.floor((await ledger.clock()).now / 1000);
}
