import { type Attribute, type AttributeType, attributesOf } from '../../compiler/index.ts';
import type { Kind } from '../../schema/declared.ts';
import type { Block, BlockAttribute } from '../wire/block.ts';

/** What the provider makes of the attributes that a kind has by its schema, beside them. */
const computed: Readonly<Partial<Record<Kind, readonly BlockAttribute[]>>> = {
  Policy: [
    {
      name: 'spec',
      description:
        'Name and answers of the policy in one text. A job with `policy = almanac_policy.NAME.spec` shows in the plan which of its fires a change of the policy alters.',
      type: 'string',
      mode: 'computed',
    },
  ],
  Calendar: [
    {
      name: 'spec',
      description:
        'Name of the calendar and digest of its dates. A job with `exclude = [almanac_calendar.NAME.spec]` shows in the plan which of its fires a change of the dates alters.',
      type: 'string',
      mode: 'computed',
    },
  ],
  Job: [
    {
      name: 'fires',
      description:
        'What becomes of the fires to come, by instant in UTC: the next ten, those around the next two changes of the clocks, and the next ten times that give no fire. As of `as_of` of the provider.',
      type: { map: 'string' },
      mode: 'computed',
    },
    {
      name: 'impact',
      description: 'What the last change made of the fires to come, in one line.',
      type: 'string',
      mode: 'computed',
    },
    {
      name: 'tzdata',
      description: 'Name of the time-zone data that `fires` were computed with, for instance `2025c`.',
      type: 'string',
      mode: 'computed',
    },
  ],
};

const id: BlockAttribute = {
  name: 'id',
  description: 'By what it is imported: `TENANT/NAME`, of a tenant `TENANT`.',
  type: 'string',
  mode: 'computed',
};

/** The schema of a kind's resource. */
export function kindBlock(kind: Kind): Block {
  const { description, attributes } = attributesOf(kind);
  return {
    description,
    attributes: [...attributes.map(blockAttribute), ...(computed[kind] ?? []), id],
  };
}

function blockAttribute({ name, description, type, required, sensitive }: Attribute): BlockAttribute {
  return {
    name,
    description,
    type: blockType(type),
    mode: required ? 'required' : 'optional',
    sensitive,
  };
}

function blockType(type: AttributeType): BlockAttribute['type'] {
  if (typeof type === 'string' || !('nesting' in type)) return type;
  return { nesting: type.nesting, attributes: type.attributes.map(blockAttribute) };
}
