import type { Construct } from 'constructs';
import { Declaration, defined, type Links, linkTo, metadataOf } from './declaration.ts';
import type { ScenarioProps } from './props.ts';

/** A bad night to try a plan against. */
export class Scenario extends Declaration {
  readonly #props: ScenarioProps;

  constructor(scope: Construct, id: string, props: ScenarioProps) {
    const { tenant: _, name: __, ...spec } = props;
    super(scope, id, 'Scenario', { metadata: metadataOf(id, props), spec: defined(spec) });
    this.#props = props;
  }

  protected override links(): Links {
    return { tenant: linkTo(this.#props.tenant) };
  }
}
