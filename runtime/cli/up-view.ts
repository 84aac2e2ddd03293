import type { Paint } from '../../compiler/cli/index.ts';
import { formatDuration, formatInstant, sentenceOf } from '../../compiler/index.ts';
import type { Commit, FirePut } from '../ledger/index.ts';

/** One line of what happened: when, what, to which fire, and more about it. */
export interface Happening {
  readonly at: number;
  readonly word: string;
  readonly tone: keyof Paint;
  /** `tenant/job@instant`. */
  readonly fire: string;
  readonly more: string;
}

/** Returns what an entry says became of fires and runs, in its order. */
export function happeningsOf({ entry, fires }: Pick<Commit, 'entry' | 'fires'>): readonly Happening[] {
  return fires.flatMap((put) => happenings(put, entry.now));
}

function happenings({ row, was }: FirePut, now: number): Happening[] {
  const { tenant, job, scheduled, order, last, count, due, state, body } = row;
  const name = `${tenant}/${job}@${formatInstant(scheduled)}${order === '' ? '' : `#${order}`}`;
  const fire = count === 1 ? name : `${name} to ${formatInstant(last)}, ${count} fires`;
  const { run, cause, because } = body;
  // What is reported of a run that was over is kept with it, and happens to nothing.
  if (was === 'over') return [];
  const told: Happening[] = [];
  if (run && was !== 'going') {
    const late = now - due;
    const more = late <= 1 ? '' : `${formatDuration(late)} after it was due`;
    told.push({ at: now, word: 'dispatched', tone: 'strong', fire, more });
  }
  if (run?.outcome !== undefined && state === 'over') {
    const took = (run.endedAt ?? now) - run.dispatched;
    told.push({
      at: now,
      word: run.outcome,
      tone: run.outcome === 'succeeded' || run.outcome === 'delivered' ? 'add' : 'remove',
      fire,
      more: [took > 0 ? `after ${formatDuration(took)}` : '', whyEnded(run)].filter(Boolean).join('; '),
    });
  }
  if (run && was === 'going' && state === 'going') {
    const failed = run.attempts.findLast(({ failedAt }) => failedAt === now);
    if (failed) {
      const more = `attempt ${failed.number}${failed.error ? `: ${failed.error}` : ''}; it is tried again`;
      told.push({ at: now, word: 'failed', tone: 'change', fire, more });
    }
  }
  if (!run && cause !== undefined) {
    const isWaiting = cause.startsWith('waiting.');
    const more = because ? sentenceOf(cause, because) : '';
    told.push({ at: now, word: cause, tone: isWaiting ? 'faint' : 'change', fire, more });
  }
  return told;
}

function whyEnded(run: NonNullable<FirePut['row']['body']['run']>): string {
  const { status, message } = run.report ?? {};
  if (run.outcome === 'cancelled') return message ?? '';
  if (run.outcome !== 'failed' && run.outcome !== 'undelivered') return '';
  const error = run.attempts.at(-1)?.error;
  return message ?? error ?? (status === undefined ? '' : `status ${status}`);
}

/** Returns a happening as a line for a person. */
export function happeningLine({ at, word, tone, fire, more }: Happening, paint: Paint): string {
  const time = formatInstant(at).slice(11, 19);
  return `${paint.faint(time)}  ${paint[tone](word.padEnd(12))} ${fire}${more && `  ${paint.faint(more)}`}\n`;
}
