import { TerraformResource, Token } from 'cdktf';
import type { Construct } from 'constructs';
import { attributesOf, valuesOf } from '../../compiler/index.ts';
import type { Kind } from '../../schema/index.ts';
import { providerVersion } from '../packaging/provider-address.ts';
import { checkAtSynth } from './check-at-synth.ts';

/** What a construct declares, with names where its props have constructs. */
export interface Declared {
  readonly metadata: { readonly tenant?: string; readonly name: string };
  readonly spec: object;
}

/** References that take the place of names in the stack, so that Terraform knows what depends on what. */
export type Links = Readonly<Record<string, unknown>>;

/** What the constructs of all kinds have in common: they are Terraform resources that declare something. */
export abstract class Declaration extends TerraformResource {
  readonly kind: Kind;
  readonly declared: Declared;

  constructor(scope: Construct, id: string, kind: Kind, declared: Declared) {
    super(scope, id, {
      terraformResourceType: attributesOf(kind).resourceType,
      terraformGeneratorMetadata: { providerName: 'almanac', providerVersion },
    });
    this.kind = kind;
    this.declared = declared;
    checkAtSynth(this);
  }

  /** The name by which other declarations know this one. */
  get name(): string {
    return this.declared.metadata.name;
  }

  /** The document that YAML would hold. */
  get document(): Readonly<Record<string, unknown>> {
    const { metadata, spec } = this.declared;
    return { apiVersion: 'almanac/v1', kind: this.kind, metadata, spec };
  }

  /** Whether something in it is known to Terraform alone; then the provider checks it, and not the synthesis. */
  get isForTerraform(): boolean {
    return holdsToken(this.document);
  }

  /** By attribute, what stands there instead of the declared value. */
  protected links(): Links {
    return {};
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return { ...valuesOf(this.kind, this.document), ...defined(this.links()) };
  }
}

/** The parts of props that say who a declaration is. */
export function metadataOf(
  id: string,
  { tenant, name = id }: { readonly tenant: Declaration | string; readonly name?: string },
): { readonly tenant: string; readonly name: string } {
  return { tenant: nameOf(tenant), name };
}

export function nameOf(reference: Declaration | string): string {
  return typeof reference === 'string' ? reference : reference.name;
}

/** The name of what is referred to, as a reference where it is a construct. */
export function linkTo(reference: Declaration | string): string {
  return linkBy('name', reference);
}

/** What is referred to by what it says, so that a change of it shows wherever it is used. */
export function linkBy(attribute: 'name' | 'spec', reference: Declaration | string): string {
  return typeof reference === 'string' ? reference : reference.getStringAttribute(attribute);
}

/** Without what is undefined, which JSON does not know. */
export function defined<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}

function holdsToken(value: unknown): boolean {
  if (Token.isUnresolved(value)) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, item]) => Token.isUnresolved(key) || holdsToken(item));
}
