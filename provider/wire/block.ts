import type { Shape } from './shape.ts';

/** An attribute as Terraform's schema has it, whatever it belongs to: a resource, a data source, the provider. */
export interface BlockAttribute {
  readonly name: string;
  /** Markdown. */
  readonly description: string;
  readonly type: Shape | NestedBlock;
  readonly mode: 'required' | 'optional' | 'computed' | 'optional-computed';
  readonly sensitive?: boolean;
}

export interface NestedBlock {
  readonly nesting: 'single' | 'list' | 'map';
  readonly attributes: readonly BlockAttribute[];
}

/** A schema: version 1 of its state unless it says otherwise. */
export interface Block {
  readonly description: string;
  readonly attributes: readonly BlockAttribute[];
}

export function isNestedBlock(type: BlockAttribute['type']): type is NestedBlock {
  return typeof type === 'object' && 'nesting' in type;
}

/** The type of the object that a block's values are. */
export function shapeOf({ attributes }: Pick<Block, 'attributes'>): ObjectShape {
  return {
    object: Object.fromEntries(attributes.map(({ name, type }) => [name, shapeOfType(type)])),
  };
}

export type ObjectShape = { readonly object: Readonly<Record<string, Shape>> };

function shapeOfType(type: BlockAttribute['type']): Shape {
  if (!isNestedBlock(type)) return type;
  const inner = shapeOf(type);
  return type.nesting === 'single' ? inner : type.nesting === 'list' ? { list: inner } : { map: inner };
}
