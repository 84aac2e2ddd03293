import type { AttributeForm } from './attribute.ts';

/** The second attribute of a property that takes two shapes, which one Terraform type cannot. */
export interface Alternative {
  readonly name: string;
  readonly description: string;
  /** What to say of the first attribute in place of the schema's words. */
  readonly first?: string;
  /** Form of the first attribute, if not `plain`. */
  readonly firstForm?: AttributeForm;
  /** The one property of the object that the second attribute stands for, so that nobody writes the wrapper. */
  readonly inner?: string;
}

/**
 * The exceptions to deriving attributes from the schemas: by property, what its other shape is called in HCL. A
 * property that takes two shapes and is not here cannot be derived, which a test would tell.
 */
export const alternatives: Readonly<Record<string, Alternative>> = {
  cron: {
    name: 'crons',
    first: 'Five cron fields: minute, hour, day of month, month, day of week. Needs `zone`.',
    description: 'Several cron expressions, in place of `cron`. Needs `zone`.',
  },
  policy: {
    name: 'policy_in_place',
    first:
      'What becomes of its fires: the name of one of the tenant’s policies, or `almanac_policy.NAME.spec`, with which a plan shows the fires that a change of the policy alters.',
    firstForm: 'policy',
    description: 'A complete policy for this job alone, in place of `policy`.',
  },
  overlap: {
    name: 'overlap_queue',
    inner: 'queue',
    first:
      'What if the previous run is still going on, or an older fire of the job is open? `allow` dispatches beside it; `skip` drops the fire; `queue-one` lets one fire wait; `replace` asks the target to cancel the run and keeps only the newest fire.',
    description: 'Fires wait for the run to end, up to a number; in place of `overlap`.',
  },
  headers: {
    name: 'secret_headers',
    first: 'Headers of the request, by name.',
    description: 'Headers whose values are secrets: by name, the full name of a version of a secret.',
  },
  env: {
    name: 'secret_env',
    first: 'Environment variables, by name.',
    description:
      'Environment variables whose values are secrets: by name, the full name of a version of a secret.',
  },
  body: {
    name: 'body_json',
    first: 'Data of the event, as text.',
    description:
      'Data of the event, in place of `body`: `jsonencode({ ... })` of an object that is sent as JSON.',
  },
};

/** Lists of calendars, which may be referred to by what they say. */
export const calendarPointers: ReadonlySet<string> = new Set([
  '/spec/schedule/exclude',
  '/spec/schedule/include',
]);

/**
 * What Terraform must not show in plans. The address of a webhook is often all that it takes to post to it. Secrets
 * are references and may be seen.
 */
export const sensitivePointers: ReadonlySet<string> = new Set(['/spec/webhook/url']);
