import type { ApplyDate, JobChange } from '../../schema/plan.ts';
import { formatDuration } from '../manifest/index.ts';

/** Returns a job's next fire after the apply, before and after where they differ, and how far off it is. */
export function nextFireText({ action, firstFire }: JobChange): string {
  const text = (fire: typeof firstFire.after) => (fire ? `${fire.wall}, in ${roughly(fire.in)}` : 'none');
  if (action === 'add') return text(firstFire.after);
  if (action === 'remove') return `${text(firstFire.before)} -> none`;
  const same = firstFire.before?.due === firstFire.after?.due;
  return same ? text(firstFire.after) : `${text(firstFire.before)} -> ${text(firstFire.after)}`;
}

/** Says that a job fires once more, or not at all, on a date around the apply. */
export function applyDateText({ kind, message }: ApplyDate): string {
  return `${kind === 'second' ? 'fires once more around the apply' : 'no fire around the apply'}: ${message}`;
}

/** Returns a duration in its two largest units: nobody needs the seconds of a week. */
function roughly(seconds: number): string {
  const unit = seconds >= 86_400 ? 3600 : seconds >= 3600 ? 60 : 1;
  return formatDuration(Math.round(seconds / unit) * unit);
}
