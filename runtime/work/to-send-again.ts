import type { InboxLetter, Letter } from '../ledger/index.ts';
import type { Cancel, Delivery, Draft, Shard } from '../shard/index.ts';

/**
 * Lists what an earlier owner, or an earlier reading, had under way and its new owner sends again, with its first entry:
 * without what that entry sends itself, and without what was answered, or told by the job itself, and is in no entry yet.
 */
export function toSendAgain(
  shard: Pick<Shard, 'pendingDeliveries' | 'pendingCancels'>,
  first: Pick<Draft, 'deliveries' | 'cancels'>,
  own: readonly Letter[],
  letters: readonly InboxLetter[],
): Pick<Draft, 'deliveries' | 'cancels'> {
  const known = new Set<string>();
  for (const letter of own)
    if ('run' in letter && 'attempt' in letter) known.add(nameOf(letter.tenant, letter.run, letter.attempt));
  for (const { letter } of letters)
    if (letter.kind === 'finished') known.add(nameOf(letter.tenant, letter.run, letter.attempt));
  for (const { tenant, run, attempt } of first.deliveries) known.add(nameOf(tenant, run.id, attempt));
  const cancelled = new Set(first.cancels.map(nameOfRun));
  return {
    // A job that does not say for which attempt it speaks means the current one.
    deliveries: shard
      .pendingDeliveries()
      .filter((one) => !known.has(nameOf(one.tenant, one.run.id, one.attempt)) && !known.has(nameOfRun(one))),
    cancels: shard.pendingCancels().filter((one) => !cancelled.has(nameOfRun(one))),
  };
}

const nameOf = (tenant: string, run: string, attempt: number | undefined) =>
  attempt === undefined ? `${tenant}/${run}` : `${tenant}/${run} ${attempt}`;

const nameOfRun = ({ tenant, run }: Delivery | Cancel) => nameOf(tenant, run.id, undefined);
