import type { Letter, OrderLetter } from '../ledger/index.ts';
import { hearRun } from './hear-run.ts';
import { findJob } from './in-force.ts';
import { withEntry, withRequest } from './notes.ts';
import type { ShardState, Tenant } from './shard-state.ts';
import { note, type TenantWork, touch, type Work, workOn } from './work.ts';

const holdMost = 7 * 86_400;

/** Takes in any letter but an apply. One about a tenant or job that is not here changes nothing. */
export function takeIn(work: Work, letter: Exclude<Letter, { kind: 'apply' }>): void {
  const tenant = tenantNamed(work.state, letter.tenant);
  switch (letter.kind) {
    case 'hold':
    case 'release':
    case 'mend':
      return takeOrder(work, tenant, letter);
    case 'circuit':
    case 'refusal': {
      if (!tenant) return;
      const own = workOn(work, tenant);
      const list = letter.kind === 'circuit' ? 'circuits' : 'refusals';
      const isOn = letter.kind === 'circuit' ? letter.open : letter.reason !== undefined;
      const reason = isOn ? (letter.reason ?? '') : undefined;
      if (own.notes[list].get(letter.target) === reason) return;
      note(own, { [list]: withEntry(own.notes[list], letter.target, reason) });
      return touch(work, tenant);
    }
    case 'quarantine': {
      if (!tenant) return;
      const own = workOn(work, tenant);
      const { quarantines } = own.notes;
      if (quarantines.has(letter.job) || !findJob(own.inForce.jobs, letter.job)) return;
      note(own, { quarantines: withEntry(quarantines, letter.job, letter.error) });
      return touch(work, tenant, letter.job);
    }
    default:
      return hearRun(work, tenant, letter);
  }
}

/** Names compare as text, and a tenant that was made in this very draft is not known to letters yet. */
export function tenantNamed(state: ShardState, name: string): Tenant | undefined {
  return state.tenants.get(name);
}

/** Says what became of an order. */
export function answer(
  work: Work,
  { tenant, request }: Pick<OrderLetter, 'tenant' | 'request'>,
  what: Pick<(typeof work.answers)[number], 'revision' | 'refused'> = {},
): void {
  work.answers.push({ tenant, request, at: work.now, ...what });
}

type Refused = NonNullable<Work['answers'][number]['refused']>['code'];

export function refuse(work: Work, letter: OrderLetter, code: Refused, message: string): void {
  answer(work, letter, { refused: { code, message } });
}

/** Whether an order came before; the same twice is one order, and was answered. */
export function isRepeated({ notes }: TenantWork, { request }: OrderLetter): boolean {
  return notes.requests.includes(request);
}

function takeOrder(
  work: Work,
  tenant: Tenant | undefined,
  letter: Exclude<OrderLetter, { kind: 'apply' }>,
): void {
  if (!tenant) return refuse(work, letter, 'unknown-tenant', `no tenant \`${letter.tenant}\` is in force`);
  const own = workOn(work, tenant);
  if (isRepeated(own, letter)) return;
  const { holds, quarantines } = own.notes;
  const job = letter.kind === 'release' ? undefined : letter.job;
  if (job !== undefined && !findJob(own.inForce.jobs, job)) {
    return refuse(work, letter, 'unknown-job', `no job \`${letter.tenant}/${job}\` is in force`);
  }
  const requests = withRequest(own.notes.requests, letter.request);
  switch (letter.kind) {
    case 'hold': {
      const { hold, until, reason } = letter;
      if (until <= work.now || until > work.now + holdMost) {
        return refuse(work, letter, 'invalid', 'a hold ends later than now and within 7 days');
      }
      const held = { ...(job !== undefined && { job }), until, reason };
      const current = [...holds].filter(([, other]) => other.until > work.now);
      note(own, { requests, holds: withEntry(new Map(current), hold, held) });
      break;
    }
    case 'release':
      if (!holds.has(letter.hold)) {
        return refuse(work, letter, 'invalid', `no hold \`${letter.hold}\` is in force`);
      }
      note(own, { requests, holds: withEntry(holds, letter.hold, undefined) });
      break;
    case 'mend':
      note(own, { requests, quarantines: withEntry(quarantines, letter.job, undefined) });
      break;
  }
  touch(work, tenant, job);
  answer(work, letter);
}
