import type { Decision } from '../../compiler/index.ts';
import type { CertainStretch } from './unseen-fires.ts';

/**
 * Writes a decision exactly, in a line: what the digest of an entry's decisions is over. Names have neither spaces nor
 * line ends. Short, because a dispatch is written for each fire of a pass.
 */
export function decisionText(tenant: string, decision: Decision): string {
  switch (decision.kind) {
    case 'dispatch': {
      const { run, ends } = decision;
      const { window, deadline, lostAt, attemptCountMax, group } = run;
      return `dispatch ${tenant}/${run.id} ${run.dispatched} ${window.from} ${window.to} ${deadline} ${lostAt} ${attemptCountMax} ${group} ${ends}`;
    }
    case 'fate': {
      const { fire, cause, because } = decision;
      return `${cause} ${tenant}/${fire.job} ${fire.scheduled} ${JSON.stringify(because)}`;
    }
    case 'wait': {
      const { fire, cause, because, window } = decision;
      return `${cause} ${tenant}/${fire.job} ${fire.scheduled} ${JSON.stringify([because, window])}`;
    }
    case 'cancel':
      return `cancel ${tenant}/${decision.run} ${decision.replacedBy}`;
    case 'run-ends':
      return `run-ends ${tenant}/${decision.run} ${decision.outcome}`;
    case 'attempt':
      return `attempt ${tenant}/${decision.run} ${decision.number}`;
    case 'backfill-ends':
      return `${decision.word} ${tenant}/${decision.fire.job} ${decision.fire.scheduled} ${decision.fire.order}`;
  }
}

/** Writes a stretch of certain fates: their instants follow from the schedule and these. */
export function certainText(tenant: string, job: string, { fates, scheduled }: CertainStretch): string {
  const { from, until, cause, because } = fates;
  return `${cause} ${tenant}/${job} ${scheduled[from]} ${scheduled[until - 1]} ${until - from} ${JSON.stringify(because)}`;
}
