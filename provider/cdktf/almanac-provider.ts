import { TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { providerSource, providerVersion } from '../packaging/provider-address.ts';
import { snakeKeys } from './snake-keys.ts';

/** How the provider reaches what it applies to. One of `endpoint` and `manifestPath`. */
export interface AlmanacProviderProps {
  /** Address of a runtime: `https://almanac.example.gov`. */
  readonly endpoint?: string;
  /** Token for the runtime; better given by the environment of `terraform`. */
  readonly token?: string;
  /** A file that holds the manifest, for people without a runtime. */
  readonly manifestPath?: string;
  /**
   * The instant from which plans look ahead: by default Terraform's own `plantimestamp()`, with which a saved plan can be
   * applied later.
   */
  readonly asOf?: string;
  /** Who keeps these declarations, where one tenant has several: `terraform:payments`. By default `terraform`. */
  readonly sourceName?: string;
  /** Who applies, for the records of a runtime without access control. */
  readonly principal?: string;
  /** Name of the time-zone data that every machine must have that plans: `2025c`. */
  readonly tzdata?: string;
  /** A second configuration of the provider in one stack. */
  readonly alias?: string;
}

/** The Terraform provider of Almanac in a stack. */
export class AlmanacProvider extends TerraformProvider {
  readonly #props: AlmanacProviderProps;
  #alias: string | undefined;

  constructor(scope: Construct, id: string, props: AlmanacProviderProps = {}) {
    super(scope, id, {
      terraformResourceType: 'almanac',
      terraformGeneratorMetadata: { providerName: 'almanac', providerVersion },
      terraformProviderSource: providerSource,
    });
    this.#props = props;
    this.#alias = props.alias;
  }

  override get alias(): string | undefined {
    return this.#alias;
  }

  override set alias(value: string | undefined) {
    this.#alias = value;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    const { alias: _, asOf = `\${plantimestamp()}`, ...rest } = this.#props;
    return snakeKeys({ ...rest, asOf });
  }
}
