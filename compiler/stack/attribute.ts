import type { Kind } from '../../schema/declared.ts';

/** The Terraform resource of a kind: its attributes, derived from the kind's JSON Schema. */
export interface AttributeSchema {
  readonly kind: Kind;
  /** `almanac_job` for a Job. */
  readonly resourceType: string;
  readonly description: string;
  readonly attributes: readonly Attribute[];
}

/** One thing that can be said in HCL, and where it stands in the declaration. */
export interface Attribute {
  /** snake_case. */
  readonly name: string;
  readonly description: string;
  readonly type: AttributeType;
  readonly required: boolean;
  /** Terraform hides it in plans. */
  readonly sensitive: boolean;
  /** JSON pointer of the value in the declaration, with `*` for an index or for a key that the user chooses. */
  readonly pointer: string;
  /** How the value is written in the declaration. */
  readonly form: AttributeForm;
  /** The other attribute for the same property: one of the two is given, never both. */
  readonly insteadOf?: string;
  /** Of a property that must be given, in one attribute or the other. */
  readonly oneRequired?: boolean;
  /** The texts that are allowed, where the schema lists them; of a list, those of its items. */
  readonly values?: readonly string[];
}

/**
 * `plain`: the same on both sides. `flag`: true, or absent. `json`: text of JSON here, an object there. `secrets`: a map
 * of names of secrets here, of references there. `policy`: the name of a policy, or the text of `policyText`.
 * `calendar`: a list of names of calendars, or of texts of `calendarText`.
 * `alone`: a list of objects here; there an item of which only the first attribute is given stands as that value alone.
 */
export type AttributeForm = 'plain' | 'flag' | 'json' | 'secrets' | 'policy' | 'calendar' | 'alone';

export type AttributeType =
  | 'string'
  | 'number'
  | 'bool'
  | { readonly list: 'string' }
  | { readonly map: 'string' }
  | NestedType;

/** A nested attribute: one object, a list of objects, or a map of objects by a key that the user chooses. */
export interface NestedType {
  readonly nesting: 'single' | 'list' | 'map';
  readonly attributes: readonly Attribute[];
}

/** Attribute values as plain JavaScript: text, numbers, flags, lists, maps, objects; null or undefined is absent. */
export type AttributeValues = Readonly<Record<string, unknown>>;

/** The way to an attribute or to a part of it. */
export type AttributePath = readonly PathStep[];

export type PathStep = { readonly attribute: string } | { readonly key: string } | { readonly index: number };

export function isNested(type: AttributeType): type is NestedType {
  return typeof type === 'object' && 'nesting' in type;
}
