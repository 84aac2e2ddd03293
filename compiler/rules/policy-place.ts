import type { DeclaredDocument } from '../../schema/declared.ts';
import type { JobSpec } from '../../schema/index.ts';
import type { RuleContext, RuleJob } from './rule.ts';

/** Where a job's policy is written: in a document of its own, or in the job's. */
export interface PolicyPlace {
  readonly document: DeclaredDocument;
  /** JSON pointer of its answers. */
  readonly at: string;
}

/** Finds where the policy of a job is written. */
export function policyPlaceOf(job: RuleJob, documentOf: RuleContext['documentOf']): PolicyPlace {
  const { policy } = (job.document.value as { spec: JobSpec }).spec;
  const named = typeof policy === 'string' ? documentOf('Policy', job.tenant, policy) : undefined;
  return named ? { document: named, at: '/spec' } : { document: job.document, at: '/spec/policy' };
}
