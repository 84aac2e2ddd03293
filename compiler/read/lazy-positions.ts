import type { Place } from '../../schema/declared.ts';
import type { DocumentRecord } from './chunk-record.ts';
import { positionsOf } from './positions-of.ts';

type Positions = Readonly<Record<string, Place>>;

/**
 * Returns a document's positions as an object that spreads them when somebody looks at it. Spread, they take 10 kB a
 * document, of which most are never asked for. Those of the last document are remembered: a compilation asks
 * many times for one document and then goes on to the next.
 *
 * A proxy, because a getter makes a hidden class of every object, which costs more than the document.
 */
export function lazyPositions(record: DocumentRecord, lineBefore: number): Positions {
  return new Proxy({ record, lineBefore } as unknown as Positions, handler);
}

interface Packed {
  readonly record: DocumentRecord;
  readonly lineBefore: number;
}

let last: { readonly packed: Packed; readonly positions: Positions } | undefined;

function spread(target: Positions): Positions {
  const packed = target as unknown as Packed;
  if (last?.packed !== packed) {
    const { value, places } = packed.record;
    last = { packed, positions: positionsOf(value, places, packed.lineBefore) };
  }
  return last.positions;
}

const handler: ProxyHandler<Positions> = {
  get: (target, key) => Reflect.get(spread(target), key),
  has: (target, key) => Reflect.has(spread(target), key),
  ownKeys: (target) => Reflect.ownKeys(spread(target)),
  getOwnPropertyDescriptor: (target, key) => Reflect.getOwnPropertyDescriptor(spread(target), key),
  set: () => false,
  defineProperty: () => false,
  deleteProperty: () => false,
};
