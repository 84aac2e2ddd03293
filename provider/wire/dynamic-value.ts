import { decode, Encoder, ExtensionCodec } from '@msgpack/msgpack';
import type { Shape } from './shape.ts';
import { isRecord, unknown, type Value } from './value.ts';

/**
 * Values to bytes and back, as Terraform's DynamicValue carries them: MessagePack, with an extension for what is
 * unknown. State that is being upgraded comes as JSON.
 */

/** How bytes come: MessagePack or, where that is empty, JSON. */
export interface DynamicBytes {
  readonly msgpack: Uint8Array;
  readonly json: Uint8Array;
}

/** Extension 0 is an unknown of which nothing is known, 12 one with a remark such as a prefix. Any other means no less. */
const extensions = new ExtensionCodec();
for (let code = 0; code < 128; code++) {
  extensions.register({
    type: code,
    encode: (value) => (code === 0 && value === UNKNOWN ? Uint8Array.of(0) : null),
    decode: () => UNKNOWN,
  });
}

/** The codec takes objects alone for extensions. */
const UNKNOWN = Object.freeze(Object.create(null) as object);

const encoder = new Encoder({ extensionCodec: extensions, useBigInt64: true, ignoreUndefined: true });

/** Reads a value; one that was not sent is null. */
export function readValue(bytes: DynamicBytes | undefined, shape: Shape): Value {
  if (!bytes) return null;
  if (bytes.msgpack.length > 0)
    return fromWire(decode(bytes.msgpack, { extensionCodec: extensions, useBigInt64: true }), shape);
  return bytes.json.length > 0 ? readJson(bytes.json, shape) : null;
}

/** Reads state in JSON: attributes that it does not have are null, those that the shape does not have are left out. */
export function readJson(bytes: Uint8Array, shape: Shape): Value {
  return fromWire(JSON.parse(Buffer.from(bytes).toString('utf8')), shape);
}

/** Writes a value with exactly the attributes of its shape, those that it lacks as null. */
export function writeValue(value: Value, shape: Shape): { readonly msgpack: Uint8Array } {
  return { msgpack: encoder.encode(toWire(value, shape)) };
}

function fromWire(value: unknown, shape: Shape): Value {
  if (value === null || value === undefined) return null;
  if (value === UNKNOWN) return unknown;
  if (shape === 'number') return numberFrom(value);
  if (shape === 'bool') return value === true || value === 'true';
  if (shape === 'string') return String(value);
  if ('list' in shape) return (value as unknown[]).map((item) => fromWire(item, shape.list));
  const record = value as Readonly<Record<string, unknown>>;
  if ('map' in shape)
    return Object.fromEntries(Object.entries(record).map(([key, item]) => [key, fromWire(item, shape.map)]));
  return Object.fromEntries(
    Object.entries(shape.object).map(([name, inner]) => [name, fromWire(record[name], inner)]),
  );
}

/** A number comes as an integer, a float, or, where neither is exact, as decimal text. */
function numberFrom(value: unknown): Value {
  const number = typeof value === 'bigint' || typeof value === 'string' ? Number(value) : (value as number);
  return typeof value === 'bigint' && BigInt(number) !== value ? value : number;
}

function toWire(value: Value | undefined, shape: Shape): unknown {
  if (value === null || value === undefined) return null;
  if (value === unknown) return UNKNOWN;
  if (shape === 'number') return numberTo(value);
  if (typeof shape === 'string') return value;
  if ('list' in shape) return (value as readonly Value[]).map((item) => toWire(item, shape.list));
  if (!isRecord(value)) throw new TypeError(`a ${typeof value} where an object or a map must stand`);
  if ('map' in shape)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toWire(item, shape.map)]));
  return Object.fromEntries(
    Object.entries(shape.object).map(([name, inner]) => [name, toWire(value[name], inner)]),
  );
}

/** Integers beyond 2^53 as 64-bit integers; a whole float would be another number to Terraform than the integer. */
function numberTo(value: Value): unknown {
  return typeof value === 'string' ? value : (value as number | bigint);
}
