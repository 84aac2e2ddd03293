import type { Construct } from 'constructs';
import { Declaration, defined, type Links, linkTo, metadataOf, nameOf } from './declaration.ts';
import type { SilenceProps } from './props.ts';

/** A maintenance window in which alerts are silent. */
export class Silence extends Declaration {
  readonly #props: SilenceProps;

  constructor(scope: Construct, id: string, props: SilenceProps) {
    const { tenant: _, name: __, jobs, ...spec } = props;
    super(scope, id, 'Silence', {
      metadata: metadataOf(id, props),
      spec: defined({ ...spec, jobs: jobs.map(nameOf) }),
    });
    this.#props = props;
  }

  protected override links(): Links {
    return { tenant: linkTo(this.#props.tenant), jobs: this.#props.jobs.map(linkTo) };
  }
}
