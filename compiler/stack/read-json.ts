import { type AnyNode, parse, type ValueNode } from '@humanwhocodes/momoa';
import type { Place } from '../../schema/declared.ts';

/** A value of a JSON text and where it stands. */
export interface JsonNode {
  readonly place: Place;
  /** Of an object, by key; of a key that is written twice the last one counts, as in JSON. */
  readonly members?: ReadonlyMap<string, JsonMember>;
  readonly items?: readonly JsonNode[];
  /** Of all others. */
  readonly scalar?: string | number | boolean | null;
}

export interface JsonMember {
  readonly key: Place;
  readonly node: JsonNode;
}

export type JsonReading =
  | { readonly node: JsonNode }
  | { readonly fault: { readonly message: string; readonly line: number; readonly column: number } };

/** Reads JSON with the place of every key and value. Never throws. */
export function readJson(text: string): JsonReading {
  try {
    return { node: nodeOf(parse(text).body) };
  } catch (error) {
    // Of a nesting so deep that the stack does not hold it there is no place.
    const { message, line = 1, column = 1 } = error as Error & { line?: number; column?: number };
    const deep = error instanceof RangeError;
    return { fault: { message: deep ? 'it is nested too deep' : saying(message), line, column } };
  }
}

/** `Unexpected token RBrace found. (1:8)` names tokens and places in its own way. */
function saying(message: string): string {
  const named = /^Unexpected token (\w+) found/.exec(message)?.[1];
  if (named) return `${tokens[named] ?? named} stands where it cannot`;
  const plain = message.replace(/\s*\(\d+:\d+\)$/, '').replace(/\.$/, '');
  return plain.slice(0, 1).toLowerCase() + plain.slice(1);
}

const tokens: Readonly<Record<string, string>> = {
  LBrace: '`{`',
  RBrace: '`}`',
  LBracket: '`[`',
  RBracket: '`]`',
  Colon: '`:`',
  Comma: '`,`',
  String: 'a text',
  Number: 'a number',
  Boolean: '`true` or `false`',
  Null: '`null`',
};

function nodeOf(value: ValueNode): JsonNode {
  const place = placeOf(value);
  switch (value.type) {
    case 'Object': {
      const members = value.members.map(({ name, value: inner }) => {
        const key = name.type === 'String' ? name.value : name.name;
        return [key, { key: placeOf(name), node: nodeOf(inner) }] as const;
      });
      return { place, members: new Map(members) };
    }
    case 'Array':
      return { place, items: value.elements.map(({ value: inner }) => nodeOf(inner)) };
    case 'Null':
      return { place, scalar: null };
    case 'String':
    case 'Number':
    case 'Boolean':
      return { place, scalar: value.value };
    default:
      // NaN and Infinity are JSON5's and are not asked for.
      return { place, scalar: null };
  }
}

function placeOf({ loc: { start, end } }: AnyNode): Place {
  return [start.line, start.column, end.line, end.column];
}
