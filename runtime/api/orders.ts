import { createHash, randomUUID } from 'node:crypto';
import { formatInstant } from '../../compiler/index.ts';
import type { HoldOrder, OrderAnswer } from '../../schema/orders.ts';
import type { ProblemCode } from '../../schema/problem.ts';
import { type AnswerRow, type Ledger, type OrderLetter, shardOf } from '../ledger/index.ts';
import { ApiProblem } from './api-problem.ts';
import { instantIn } from './fields.ts';

/** Who orders what of which tenant. The same `request` twice is one order. */
export interface Ordering {
  readonly tenant: string;
  readonly principal: string;
  readonly request?: string;
}

/**
 * Orders of people. Two implementations: on a ledger (`openOrders`) and over HTTP. Each is answered once its shard has
 * taken it in, or with `taken: false` where that takes longer than `answerWithinMs`.
 *
 * Every method throws an `ApiProblem` where the order is refused.
 */
export interface Orders {
  hold(of: Ordering, order: HoldOrder): Promise<OrderAnswer>;
  release(of: Ordering, hold: string): Promise<OrderAnswer>;
  /** Lets a quarantined job go on. */
  mend(of: Ordering, job: string): Promise<OrderAnswer>;
  /** What became of an order. */
  answer(tenant: string, request: string): Promise<OrderAnswer>;
}

export interface OrderOptions {
  /** @default 10,000 */
  readonly answerWithinMs?: number;
  /** Waits so many milliseconds between two looks for an answer. */
  readonly pause?: (ms: number) => Promise<void>;
}

const firstPauseMs = 20;
const longestPauseMs = 500;
/** A hold lasts seven days at most (design section 6.6). */
const holdMost = 7 * 86_400;
const reasonMost = 500;

type Order = Exclude<OrderLetter, { kind: 'apply' }>;

/** Orders straight on a ledger. A worker has to be there to take them in. */
export function openOrders(ledger: Ledger, options: OrderOptions = {}): Orders {
  const { answerWithinMs = 10_000, pause = waitFor } = options;

  async function post(order: Order): Promise<OrderAnswer> {
    const { tenant, request } = order;
    await refuseUnknown(ledger, tenant);
    const hold = order.kind === 'mend' ? {} : { hold: order.hold };
    const earlier = await ledger.answer(tenant, request);
    if (earlier) return { ...answerOf(earlier), ...hold };
    const { shardCount } = await ledger.meta();
    await ledger.post([{ shard: shardOf(tenant, shardCount), letter: order }]);
    let step = firstPauseMs;
    for (let waited = 0; ; waited += step, step = Math.min(step * 2, longestPauseMs)) {
      const answer = await ledger.answer(tenant, request);
      if (answer) return { ...answerOf(answer), ...hold };
      if (waited >= answerWithinMs) return { tenant, request, ...hold, taken: false };
      await pause(step);
    }
  }

  return {
    async hold({ tenant, principal, ...of }, { job, until: end, reason, request }) {
      const until = instantIn({ until: end }, 'until')!;
      const now = Math.floor((await ledger.clock()).now / 1000);
      refuseSpan(until, now);
      const said = reason.trim();
      if (said === '' || said.length > reasonMost) {
        throw new ApiProblem('invalid-request', `a hold has a reason, of at most ${reasonMost} characters`);
      }
      const name = requestName(of.request ?? request);
      const hold = holdName(tenant, name);
      const whose = { tenant, request: name, principal };
      return post({ kind: 'hold', ...whose, hold, ...(job !== undefined && { job }), until, reason: said });
    },
    release: async ({ tenant, principal, request }, hold) =>
      post({ kind: 'release', tenant, request: requestName(request), principal, hold }),
    mend: async ({ tenant, principal, request }, job) =>
      post({ kind: 'mend', tenant, request: requestName(request), principal, job }),
    async answer(tenant, request) {
      await refuseUnknown(ledger, tenant);
      const answer = await ledger.answer(tenant, request);
      return answer ? answerOf(answer) : { tenant, request, taken: false };
    },
  };
}

const waitFor = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** @throws {ApiProblem} where nothing was ever in force for the tenant: nobody would read what is posted to it. */
async function refuseUnknown(ledger: Ledger, tenant: string): Promise<void> {
  const row = await ledger.tenant(tenant);
  if (row && row.revision > 0) return;
  throw new ApiProblem('unknown-tenant', `nothing was ever in force for the tenant \`${tenant}\``);
}

const refusals: Readonly<Record<NonNullable<AnswerRow['refused']>['code'], ProblemCode>> = {
  'base-moved': 'refused',
  'unknown-tenant': 'unknown-tenant',
  'unknown-job': 'unknown-job',
  invalid: 'refused',
};

function answerOf({ tenant, request, at, refused }: AnswerRow): OrderAnswer {
  if (refused) throw new ApiProblem(refusals[refused.code], refused.message);
  return { tenant, request, taken: true, at: formatInstant(at) };
}

function refuseSpan(until: number, now: number): void {
  if (until > now && until <= now + holdMost) return;
  throw new ApiProblem(
    'invalid-request',
    until <= now ? 'the hold ends before it begins' : 'a hold lasts at most seven days',
    { help: 'a longer stop is a pause, which is declared and reviewed' },
  );
}

/** Names an order that its sender has not named. */
function requestName(name: string | undefined): string {
  if (name === undefined) return `order-${randomUUID()}`;
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name)) return name;
  throw new ApiProblem(
    'invalid-request',
    '`request` is letters, digits, dots, dashes and underscores, at most 100',
  );
}

/** Names the hold that an order makes, so that the order sent again means the same one. */
function holdName(tenant: string, request: string): string {
  return `hold-${createHash('sha256').update(`${tenant} ${request}`).digest('hex').slice(0, 12)}`;
}
