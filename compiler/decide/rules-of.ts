import type { JobMeaning } from '../../schema/manifest.ts';
import type { JobRules } from './tenant-state.ts';

/**
 * Returns what `decide` needs of a job's meaning. What only a runtime knows, an open circuit, a quarantine, a target
 * that it may not send to, is added by whoever knows it.
 *
 * The end of a run gets known (design section 6.3) where the target tells it, which is the response to an HTTP
 * request, the status of a Cloud Run job and the exit of a command, and where `lostAfter` is written. A report that
 * a service sends later may also never come, so alone it is not enough.
 */
export function rulesOf({ policy, schedule, group, target }: JobMeaning): JobRules {
  return {
    policy,
    ...(schedule.pause && { pause: schedule.pause }),
    ...(group !== undefined && { group }),
    endsKnown: tellsEnd(target) || policy.report?.lostAfter !== undefined,
  };
}

function tellsEnd(target: JobMeaning['target']): boolean {
  if (target['http']) return target['http']['completion'] !== 'report';
  return target['cloudRunJob'] !== undefined || target['command'] !== undefined;
}
