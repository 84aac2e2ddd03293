import type { JobSpec } from '../../schema/index.ts';
import type { Finding, Rule, RuleJob } from './rule.ts';

/**
 * Every policy says when a run must have finished.
 *
 * Without `report.finishWithin` a job that hangs, or that stopped reporting years ago, looks like one that
 * is well.
 */
export const deadManMissing: Rule = {
  name: 'dead-man-missing',
  severity: 'warning',
  title: 'nobody is told when a run does not finish',
  *check({ jobs, documentOf }) {
    const byPolicy = new Map<string, { document: RuleJob['document']; pointer: string; jobs: RuleJob[] }>();
    for (const job of jobs) {
      const { policy } = (job.document.value as { spec: JobSpec }).spec;
      if (job.meaning.policy.report?.finishWithin !== undefined) continue;
      const named = typeof policy === 'string' ? documentOf('Policy', job.tenant, policy) : undefined;
      const key = named ? `${job.tenant}/${policy}` : `${job.tenant}/${job.name} in place`;
      const entry = byPolicy.get(key) ?? {
        document: named ?? job.document,
        pointer: named ? '/spec' : '/spec/policy',
        jobs: [],
      };
      entry.jobs.push(job);
      byPolicy.set(key, entry);
    }
    for (const { document, pointer, jobs: using } of byPolicy.values())
      yield finding(document, pointer, using);
  },
};

function finding(document: RuleJob['document'], pointer: string, using: readonly RuleJob[]): Finding {
  const isNamed = document.kind === 'Policy';
  const report = document.positions[`${pointer}/report#key`] ? `${pointer}/report#key` : `${pointer}#key`;
  return {
    document,
    pointer: isNamed && report === `${pointer}#key` ? '/metadata/name' : report,
    message: isNamed
      ? `policy \`${document.name}\` has no \`report.finishWithin\`: nobody is told if a run of its ${using.length === 1 ? 'job' : `${using.length} jobs`} does not finish`
      : 'the policy has no `report.finishWithin`: nobody is told if a run does not finish',
    help: 'add `report: { finishWithin: 2h }`, with a time by which a run has surely finished',
  };
}
