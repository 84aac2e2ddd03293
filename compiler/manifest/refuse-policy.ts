import type { PolicyMeaning } from '../../schema/manifest.ts';
import { formatDuration } from './duration.ts';
import type { Remarks } from './remarks.ts';

/**
 * Refuses the answers that contradict each other inside one policy (design section 6.8). Returns whether
 * there are any.
 */
export function refusePolicy(remarks: Remarks, policy: PolicyMeaning, at: string): boolean {
  const { lateAfter, horizon, overlap, catchUp, report, retry } = policy;
  let isRefused = false;
  const refuse: Remarks['add'] = (code, remark) => {
    isRefused = true;
    remarks.add(code, remark);
  };

  if (horizon !== 'unlimited' && horizon < lateAfter) {
    refuse('horizon-below-late-after', {
      pointer: `${at}/horizon`,
      message: `\`horizon\` is ${formatDuration(horizon)} and \`lateAfter\` ${formatDuration(lateAfter)}: fires would expire before anybody is told that they are late`,
      help: `a horizon of at least \`${formatDuration(lateAfter)}\`, or a shorter \`lateAfter\``,
    });
  }
  if (
    report?.lostAfter !== undefined &&
    report.finishWithin !== undefined &&
    report.lostAfter < report.finishWithin
  ) {
    refuse('lost-after-below-finish-within', {
      pointer: `${at}/report/lostAfter`,
      message: `\`lostAfter\` is ${formatDuration(report.lostAfter)} and \`finishWithin\` ${formatDuration(report.finishWithin)}: runs would be given up while they may still be going on`,
      help: `at least \`${formatDuration(report.finishWithin)}\``,
    });
  }
  if (retry && retry.maxBackoff < retry.minBackoff) {
    refuse('duration-invalid', {
      pointer: `${at}/retry/maxBackoff`,
      message: `\`maxBackoff\` is ${formatDuration(retry.maxBackoff)} and \`minBackoff\` ${formatDuration(retry.minBackoff)}`,
      help: 'waits grow from `minBackoff` to `maxBackoff`',
    });
  }
  const defeat = defeatOf(overlap, catchUp);
  if (defeat) {
    refuse('catch-up-defeated', {
      pointer: `${at}/catchUp`,
      message: `\`catchUp: ${catchUp}\` comes to nothing under \`overlap: ${overlap}\`: ${defeat}`,
      help: 'let them queue (`overlap: queue-one` or `{queue: {max: n}}`), or catch up with `latest`',
    });
  }
  return isRefused;
}

function defeatOf(overlap: PolicyMeaning['overlap'], catchUp: PolicyMeaning['catchUp']): string | undefined {
  if (overlap === 'skip' && catchUp === 'all')
    return 'the first of the missed fires runs and the others are skipped';
  if (overlap === 'skip' && catchUp === 'coalesce') {
    return 'where a run is going on, the fire that carries the whole window is skipped, and its data with it';
  }
  if (overlap === 'replace' && catchUp === 'all') return 'each missed fire replaces the one before it';
  return undefined;
}
