import type { Construct } from 'constructs';
import { Declaration, defined, type Links, linkTo, metadataOf, nameOf } from './declaration.ts';
import type { GrantProps } from './props.ts';

/** What people and services may do with the tenant's jobs. */
export class Grant extends Declaration {
  readonly #props: GrantProps;

  constructor(scope: Construct, id: string, props: GrantProps) {
    const { tenant: _, name: __, scope: jobs, ...spec } = props;
    super(scope, id, 'Grant', {
      metadata: metadataOf(id, props),
      spec: defined({ ...spec, scope: defined({ ...jobs, jobs: jobs.jobs.map(nameOf) }) }),
    });
    this.#props = props;
  }

  protected override links(): Links {
    const { tenant, scope } = this.#props;
    return { tenant: linkTo(tenant), scope: defined({ ...scope, jobs: scope.jobs.map(linkTo) }) };
  }
}
