import type { JobMeaning } from '../../schema/manifest.ts';
import type { Alteration, FieldChange } from '../../schema/plan.ts';
import { canonicalJson, formatDuration } from '../manifest/index.ts';

/** What differs between the sides for every fire of a job alike, whatever its instant. */
export interface SharedAlteration {
  readonly kind: Exclude<Alteration['kind'], 'window'>;
  readonly message: string;
}

/**
 * Lists why the fires that a job keeps have another outcome, apart from each fire's own run window:
 * its due, its deadline after due, its target, the other answers of its policy.
 */
export function sharedAlterations(
  before: JobMeaning,
  after: JobMeaning,
  changes: readonly FieldChange[],
): readonly SharedAlteration[] {
  const found: SharedAlteration[] = [];
  const dueBefore = before.schedule.spread?.offset ?? 0;
  const dueAfter = after.schedule.spread?.offset ?? 0;
  if (dueBefore !== dueAfter) {
    found.push({
      kind: 'due',
      message: `due ${laterText(dueAfter - dueBefore)}, ${formatDuration(dueAfter)} after it is scheduled`,
    });
  }
  if (before.policy.horizon !== after.policy.horizon) {
    found.push({ kind: 'deadline', message: horizonText(before.policy.horizon, after.policy.horizon) });
  }
  if (canonicalJson(before.target) !== canonicalJson(after.target)) {
    found.push({ kind: 'target', message: namesText('target', changes) });
  }
  // Gap and fold decide which fires there are and not what becomes of them: they show as fires.
  const { horizon: _b, dst: _bd, ...answersBefore } = before.policy;
  const { horizon: _a, dst: _ad, ...answersAfter } = after.policy;
  if (canonicalJson(answersBefore) !== canonicalJson(answersAfter)) {
    const others = changes.filter(({ path }) => !/^policy\.(horizon|dst\.)/.test(path));
    found.push({ kind: 'policy', message: namesText('policy', others) });
  }
  return found;
}

function horizonText(
  before: JobMeaning['policy']['horizon'],
  after: JobMeaning['policy']['horizon'],
): string {
  const text = (horizon: typeof before) => (horizon === 'unlimited' ? horizon : formatDuration(horizon));
  const change = `horizon ${text(before)} -> ${text(after)}`;
  if (after === 'unlimited') return `${change}: none expires any more`;
  if (before === 'unlimited') return `${change}: each expires ${formatDuration(after)} after it is due`;
  return `${change}: each expires ${laterText(after - before)}`;
}

function laterText(seconds: number): string {
  return `${formatDuration(Math.abs(seconds))} ${seconds > 0 ? 'later' : 'earlier'}`;
}

/** The changed fields under a head, in one line: `overlap skip -> queue, report.lostAfter 3h -> 4h`. */
function namesText(head: string, changes: readonly FieldChange[]): string {
  const under = changes.filter(({ path }) => path.startsWith(`${head}.`));
  const texts = under.map(({ path, before, after }) => {
    const name = path.slice(head.length + 1);
    return `${name} ${before ?? '(not set)'} -> ${after ?? '(not set)'}`;
  });
  const shown = texts.slice(0, 3).join(', ');
  return `${head === 'policy' ? '' : `${head} `}${shown}${texts.length > 3 ? `, and ${texts.length - 3} more` : ''}`;
}
