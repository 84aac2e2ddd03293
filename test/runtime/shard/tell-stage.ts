import { formatInstant } from '../../../compiler/index.ts';
import type { FireRow, Letter } from '../../../runtime/ledger/index.ts';
import type { Instant } from '../../../schema/time.ts';
import type { Recorded, Stage } from './stage.ts';

/** Tells what a stage's journal says, entry by entry, for people. */
export function tellStage({ entries }: Stage): string {
  return entries.map(tellEntry).join('\n');
}

function tellEntry({ entry, draft, input }: Recorded): string {
  const { seq, now, watermark, body } = entry;
  const { through, pass, cursor } = watermark;
  const place = through === pass ? clock(through) : `${clock(through)}, to ${clock(pass)} up to ${cursor}`;
  const letters = [
    ...input.letters.slice(0, draft.letters).map(({ letter }) => `  in   ${tellLetter(letter)}`),
    ...body.own.map((letter) => `  own  ${tellLetter(letter)}`),
  ];
  const lines = [
    ...letters,
    ...draft.fires.map(({ row, was }) => `  row  ${was ? `${was} -> ` : ''}${tellRow(row)}`),
    ...draft.tenants.map(
      ({ tenant, revision, memory }) => `  note ${tenant}, revision ${revision}: ${memory}`,
    ),
    ...draft.answers.map(
      ({ request, revision, refused }) =>
        `  said ${request}: ${refused ? `${refused.code}, ${refused.message}` : (revision ?? 'done')}`,
    ),
    ...draft.deliveries.map(
      ({ run, attempt, target }) => `  send ${run.id}, attempt ${attempt}, to ${target.key}`,
    ),
    ...draft.cancels.map(
      ({ run, replacedBy }) => `  stop ${run.id}${replacedBy === undefined ? '' : ` for ${replacedBy}`}`,
    ),
  ];
  const waits = body.applyWaits ? ', an apply waits' : '';
  return [`${seq}. ${clock(now)}  through ${place}${waits}`, ...lines].join('\n');
}

function tellRow({ job, scheduled, last, count, state, hole, body }: FireRow): string {
  const { cause, run, window, createdBy, decidedBy } = body;
  const fires = count === 1 ? clock(scheduled) : `${clock(scheduled)} to ${clock(last)} (${count})`;
  const revision = decidedBy === createdBy ? `r${createdBy}` : `r${createdBy}, decided by r${decidedBy}`;
  const what = run
    ? `run ${run.outcome ?? tellAttempt(run)}${run.cancelAsked && !run.outcome ? ', asked to stop' : ''}${run.late ? `, late: ${run.late.map(({ outcome }) => outcome)}` : ''}`
    : cause;
  return `${state}  ${job} ${fires}  ${what}  [${clock(window.from)} ${clock(window.to)})  ${revision}${hole ? '  hole' : ''}`;
}

function tellAttempt({ attempt }: NonNullable<FireRow['body']['run']>): string {
  return attempt.state === 'sent'
    ? `sent, attempt ${attempt.number}`
    : `attempt ${attempt.number} failed, again at ${clock(attempt.retryAt)}`;
}

function tellLetter(letter: Letter): string {
  const { kind } = letter;
  const rest = Object.entries(letter)
    .filter(
      ([key]) =>
        !['kind', 'tenant', 'at', 'plan', 'planDigest', 'declarations', 'manifest', 'before'].includes(key),
    )
    .map(
      ([key, value]) =>
        `${key} ${/(At|until)$/.test(key) ? clock(value as Instant) : typeof value === 'object' ? JSON.stringify(value) : value}`,
    );
  return [kind, ...rest].join(', ');
}

function clock(at: Instant): string {
  return formatInstant(at).slice(11, -1);
}
