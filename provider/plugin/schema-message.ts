import { type Block, type BlockAttribute, isNestedBlock } from '../wire/block.ts';
import { shapeText } from '../wire/shape.ts';
import type { MessageInit } from './message-shape.ts';

const MARKDOWN = 1;
const nestings = { single: 1, list: 2, map: 4 } as const;

/** A schema as the message that Terraform asks for. */
export function schemaMessage({ description, attributes }: Block, version = 0): MessageInit<'Schema'> {
  return {
    version: BigInt(version),
    block: {
      version: BigInt(version),
      description,
      descriptionKind: MARKDOWN,
      attributes: attributes.map(attributeMessage),
    },
  };
}

function attributeMessage(attribute: BlockAttribute): MessageInit<'Attribute'> {
  const { name, description, type, mode, sensitive } = attribute;
  return {
    name,
    description,
    descriptionKind: MARKDOWN,
    required: mode === 'required',
    optional: mode.startsWith('optional'),
    computed: mode.endsWith('computed'),
    sensitive: sensitive ?? false,
    ...(isNestedBlock(type)
      ? {
          nestedType: {
            nesting: nestings[type.nesting],
            attributes: type.attributes.map(attributeMessage),
          },
        }
      : { type: new TextEncoder().encode(shapeText(type)) }),
  };
}
