import type { Construct } from 'constructs';
import { Declaration, defined, type Links, linkBy, linkTo, metadataOf, nameOf } from './declaration.ts';
import { Policy } from './policy.ts';
import type { JobProps } from './props.ts';

/** A named thing to start on a schedule. */
export class Job extends Declaration {
  readonly #props: JobProps;

  constructor(scope: Construct, id: string, props: JobProps) {
    const { tenant: _, name: __, schedule, policy, ...spec } = props;
    const { exclude, include, ...timing } = schedule;
    super(scope, id, 'Job', {
      metadata: metadataOf(id, props),
      spec: defined({
        ...spec,
        schedule: defined({ ...timing, exclude: exclude?.map(nameOf), include: include?.map(nameOf) }),
        policy: policy instanceof Policy ? policy.name : policy,
      }),
    });
    this.#props = props;
  }

  protected override links(): Links {
    const { tenant, policy } = this.#props;
    // By what policy and calendars say: so the plan shows the fires that a change of theirs alters.
    return { tenant: linkTo(tenant), policy: policy instanceof Policy ? linkBy('spec', policy) : undefined };
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    const attributes = super.synthesizeAttributes();
    const { exclude, include } = this.#props.schedule;
    const calendars = defined({
      exclude: exclude?.map((calendar) => linkBy('spec', calendar)),
      include: include?.map((calendar) => linkBy('spec', calendar)),
    });
    return { ...attributes, schedule: { ...(attributes['schedule'] as object), ...calendars } };
  }
}
