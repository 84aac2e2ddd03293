import { resolve } from 'node:path';
import { TerraformAsset } from 'cdktf';
import type { Construct } from 'constructs';
import { Declaration, defined, type Links, linkTo, metadataOf } from './declaration.ts';
import type { CalendarProps } from './props.ts';

/** A named set of dates, which schedules exclude or include. */
export class Calendar extends Declaration {
  readonly #props: CalendarProps;
  readonly #asset: TerraformAsset | undefined;

  constructor(scope: Construct, id: string, props: CalendarProps) {
    const { tenant: _, name: __, ...spec } = props;
    super(scope, id, 'Calendar', { metadata: metadataOf(id, props), spec: defined(spec) });
    this.#props = props;
    // Terraform runs in the stack's own folder, where the file would not be found.
    this.#asset =
      props.ics === undefined ? undefined : new TerraformAsset(this, 'ics', { path: resolve(props.ics) });
  }

  protected override links(): Links {
    return { tenant: linkTo(this.#props.tenant), ics: this.#asset?.path };
  }
}
