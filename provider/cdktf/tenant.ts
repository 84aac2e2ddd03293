import type { Construct } from 'constructs';
import { Declaration, defined, type Links, linkTo, nameOf } from './declaration.ts';
import type { TenantProps } from './props.ts';

/** Who owns declarations: its owners, where it is told of trouble, and what it may use. */
export class Tenant extends Declaration {
  readonly #props: TenantProps;

  constructor(scope: Construct, id: string, props: TenantProps) {
    const { name = id, alerts, ...spec } = props;
    const channels = alerts?.channels.map(nameOf);
    super(scope, id, 'Tenant', {
      metadata: { name },
      spec: defined({ ...spec, alerts: channels && { channels } }),
    });
    this.#props = props;
  }

  protected override links(): Links {
    const { alerts } = this.#props;
    return { alerts: alerts && { channels: alerts.channels.map(linkTo) } };
  }
}
