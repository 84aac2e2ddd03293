import type { Construct } from 'constructs';
import { Declaration, defined, type Links, linkTo, metadataOf } from './declaration.ts';
import type { PolicyProps } from './props.ts';

/** A tenant's named answer to the five questions of what becomes of a fire. */
export class Policy extends Declaration {
  readonly #props: PolicyProps;

  constructor(scope: Construct, id: string, props: PolicyProps) {
    const { tenant: _, name: __, ...spec } = props;
    super(scope, id, 'Policy', { metadata: metadataOf(id, props), spec: defined(spec) });
    this.#props = props;
  }

  protected override links(): Links {
    return { tenant: linkTo(this.#props.tenant) };
  }
}
