import type { Instant } from '../../schema/time.ts';
import type { AnswerRow, Letter, OrderLetter } from '../ledger/index.ts';
import { hearRun } from './hear-run.ts';
import { findJob } from './in-force.ts';
import { withEntry, withRequest } from './notes.ts';
import type { Tenant } from './shard-state.ts';
import { note, type TenantWork, touch, type Work, workOn } from './work.ts';

const holdMost = 7 * 86_400;

/** Takes in any letter but an apply. One about a tenant or job that is not here changes nothing. */
export function takeIn(work: Work, letter: Exclude<Letter, { kind: 'apply' }>): void {
  const tenant = work.state.tenants.get(letter.tenant);
  switch (letter.kind) {
    case 'hold':
    case 'release':
    case 'mend':
      takeOrder(work, tenant, letter);
      break;
    case 'circuit':
    case 'refusal': {
      if (!tenant) return;
      const own = workOn(work, tenant);
      const list = letter.kind === 'circuit' ? 'circuits' : 'refusals';
      const isOn = letter.kind === 'circuit' ? letter.open : letter.reason !== undefined;
      const reason = isOn ? (letter.reason ?? '') : undefined;
      if (own.notes[list].get(letter.target) === reason) return;
      note(own, { [list]: withEntry(own.notes[list], letter.target, reason) });
      touch(work, tenant);
      break;
    }
    case 'quarantine': {
      if (!tenant) return;
      const own = workOn(work, tenant);
      const { quarantines } = own.notes;
      if (quarantines.has(letter.job) || !findJob(own.inForce.jobs, letter.job)) return;
      note(own, { quarantines: withEntry(quarantines, letter.job, letter.error) });
      touch(work, tenant, letter.job);
      break;
    }
    default:
      hearRun(work, tenant, letter);
  }
}

/** Says what became of an order. */
export function answer(
  work: Work,
  { tenant, request }: Pick<OrderLetter, 'tenant' | 'request'>,
  what: Pick<AnswerRow, 'revision' | 'refused'> = {},
): void {
  work.answers.push({ tenant, request, at: work.now, ...what });
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
  const own = tenant && workOn(work, tenant);
  if (own && isRepeated(own, letter)) return;
  const refused = refusalOf(own, letter, work.now);
  if (!own || refused) {
    answer(work, letter, refused && { refused });
    return;
  }
  const { holds, quarantines } = own.notes;
  const requests = withRequest(own.notes.requests, letter.request);
  switch (letter.kind) {
    case 'hold': {
      const { hold, job, until, reason } = letter;
      const current = new Map([...holds].filter(([, other]) => other.until > work.now));
      const held = { ...(job !== undefined && { job }), until, reason };
      note(own, { requests, holds: withEntry(current, hold, held) });
      break;
    }
    case 'release':
      note(own, { requests, holds: withEntry(holds, letter.hold, undefined) });
      break;
    case 'mend':
      note(own, { requests, quarantines: withEntry(quarantines, letter.job, undefined) });
      break;
  }
  touch(work, own.tenant, letter.kind === 'release' ? undefined : letter.job);
  answer(work, letter);
}

/** Why an order can't be carried out, if it can't. */
function refusalOf(
  own: TenantWork | undefined,
  letter: Exclude<OrderLetter, { kind: 'apply' }>,
  now: Instant,
): AnswerRow['refused'] | undefined {
  const { tenant } = letter;
  if (!own) return { code: 'unknown-tenant', message: `nothing is in force for \`${tenant}\`` };
  if (letter.kind === 'release') {
    if (own.notes.holds.has(letter.hold)) return undefined;
    return { code: 'invalid', message: `no hold \`${letter.hold}\` is in force` };
  }
  const { job } = letter;
  if (job !== undefined && !findJob(own.inForce.jobs, job)) {
    return { code: 'unknown-job', message: `no job \`${tenant}/${job}\` is in force` };
  }
  if (letter.kind === 'hold' && (letter.until <= now || letter.until > now + holdMost)) {
    return { code: 'invalid', message: 'a hold ends later than now and within 7 days' };
  }
  return undefined;
}
